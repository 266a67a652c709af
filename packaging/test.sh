#!/usr/bin/env bash
# Sets everything up, then runs all checks: format, lint, types, import contracts, tests.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
. packaging/setup.sh
set_up dev
exec "$PYTHON" tests/check.py "$@"
