"""The button “Use the sample”: the corpora, lists and vocabularies that ship, brought into the project."""

from __future__ import annotations

from workbench.gui.context import Changes, Context
from workbench.gui.i18n import tr
from workbench.jobs.calls import call_in_child
from workbench.spec.sample import with_sample
from workbench.text.sample import create_sample


def create_sample_project(context: Context) -> None:
    """Bring the sample in, in the background; an experiment without a corpus or vocabulary then takes the sample's."""
    project = context.project

    def finish(_result: object) -> None:
        spec = context.draft.spec
        if not spec.corpus or not spec.vocabulary:
            context.draft.replace(with_sample(spec), tr("Use the sample"))
        context.announce(Changes.of("corpora", "vocabularies", "lexicons"))

    context.tasks.run(
        lambda report, cancelled: call_in_child(create_sample, project, progress=report, cancelled=cancelled),
        finish,
        title=tr("Making the sample"),
    )
