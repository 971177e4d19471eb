#!/usr/bin/env bash
# Makes the picture of the page of a league, with the arena in the PATH, in the repository's folder:
#
#     bash docs/pictures/league.sh
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
go run ./internal/integration/browsertest/league "$folder/tuesdays" 1300 13 nice
arena league show "$folder/tuesdays" --costs --html "$folder/league.html"
"${CHROMIUM:-chromium}" --headless --no-sandbox --disable-gpu --hide-scrollbars --window-size=1280,1040 \
  --screenshot="$PWD/docs/pictures/league.png" "file://$folder/league.html"
