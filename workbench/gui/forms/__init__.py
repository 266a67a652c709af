"""From a settings class to a form: every field with label, unit, bounds, help, change mark, reset and its error.

A form shows one object of a :class:`~workbench.core.config.Config` class and tells what the user changed as (dotted
path, plain value, label); it changes nothing itself. The owner gives the new object back with :meth:`Form.show_config`.
"""

from workbench.gui.forms.form import Form
from workbench.gui.forms.row import EDITOR_WIDTH, ErrorLabel, FieldRow

__all__ = ["EDITOR_WIDTH", "ErrorLabel", "FieldRow", "Form"]
