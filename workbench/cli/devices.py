"""``devices``: what a run can be trained on here; the window asks it of the engine that the settings name."""

from __future__ import annotations

import argparse
from typing import Any

from workbench.cli.output import print_json, print_table

NAMES = ("devices",)


def add(commands: Any, common: argparse.ArgumentParser) -> None:
    """Add the parser."""
    parser = commands.add_parser("devices", parents=[common], help="list the devices to train on")
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """List the devices, the best first."""
    from workbench.model.devices import available_devices

    devices = available_devices()
    if arguments.json:
        print_json([device.as_dict() for device in devices])
    else:
        rows = [(device.name, device.title, f"{device.memory_bytes / 2**30:.1f} GiB") for device in devices]
        print_table(("device", "title", "memory"), rows)
    return 0
