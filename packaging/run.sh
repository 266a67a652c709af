#!/usr/bin/env bash
# Sets everything up, then opens the window with the sample project; without a display it trains the sample headless
# and leaves a loss curve and an attention heatmap as PNG files.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
. packaging/setup.sh
set_up run
exec "$PYTHON" -m workbench sample "$@"
