#!/usr/bin/env bash
# Makes the picture of the page of a league, with the arena in the PATH, in the repository's folder:
#
#     bash docs/pictures/league.sh
set -euo pipefail

folder=$(mktemp -d)
trap 'kill "$server"; rm -rf "$folder"' EXIT
go run ./internal/viewer/web/test/browser/league "$folder/tuesdays" 1300 13 nice
arena league show "$folder/tuesdays" --http 127.0.0.1:8099 &
server=$!
sleep 3
"${CHROMIUM:-chromium}" --headless --no-sandbox --disable-gpu --hide-scrollbars --window-size=1280,1000 \
  --virtual-time-budget=3000 --screenshot=docs/pictures/league.png http://127.0.0.1:8099/
