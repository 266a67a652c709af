"""Ending a pass that takes long: on the processor, where a layer of a large batch may take minutes, between layers."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from torch import Tensor, nn

Look = Callable[[], None]


class Watch:
    """What is called before each layer of an encoder, forward and back; nothing where there is no ``look``."""

    look: Look | None = None

    def before_layer(self, hidden: Tensor) -> None:
        """Call it now, and once the gradient of ``hidden``, which goes into the layer, is there."""
        if self.look is None:
            return
        self.look()
        if hidden.requires_grad:
            hidden.register_hook(self._before_gradient)  # type: ignore[no-untyped-call]

    def _before_gradient(self, _gradient: Tensor) -> None:
        if self.look is not None:
            self.look()


@contextmanager
def watched(model: nn.Module, look: Look) -> Iterator[None]:
    """Inside, encoders of a model call ``look`` before each layer that they compute on the processor; what it raises
    ends the pass."""
    watches = [watch for module in model.modules() if isinstance(watch := getattr(module, "watch", None), Watch)]
    for watch in watches:
        watch.look = look
    try:
        yield
    finally:
        for watch in watches:
            watch.look = None
