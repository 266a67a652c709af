"""What a run predicted in its probe sentences, through its training."""

from __future__ import annotations

from workbench.core.events import ProbesDone, event_from_json
from workbench.store.store import RunKey, Store


def probes_of(store: Store, run: RunKey) -> list[ProbesDone]:
    """Predictions at each evaluation, by step, without those that a resumed session replaced."""
    found: dict[int, ProbesDone] = {}
    for event in map(event_from_json, store.events(run, ("started", "probes"))):
        if isinstance(event, ProbesDone):
            found[event.step] = event
        else:
            found = {step: probed for step, probed in found.items() if step <= event.step}
    return list(found.values())
