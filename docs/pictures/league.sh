#!/usr/bin/env bash
# Makes the picture of the page of a league with people, with the arena in the PATH, in the repository's folder. It
# takes three minutes, as the league plays:
#
#     bash docs/pictures/league.sh
set -euo pipefail

repository=$PWD
folder=$(mktemp -d)
trap 'kill $served; wait $served || true; rm -rf "$folder"' EXIT
cd "$folder"
page=http://127.0.0.1:8603/
arena league new orkisland tuesdays -s 7 --set nb_rounds=100 --cpu 2s --wall 20s
arena league add tuesdays demo dummy null --bots "$repository/examples" --stored-limits
arena league serve tuesdays --http 127.0.0.1:8603 --show-names --stored-limits 2>served.txt &
served=$!
until grep -q "page is at" served.txt; do sleep 1; done
printf 'name,team\nAnna Abel,\nBen Bohr,Sharks\nCleo Curie,Sharks\nDora Dirac,\nEmil Euler,\n' >people.csv
arena league people add tuesdays people.csv --link $page | grep -o "http.*" >links.txt
for one in 1:anna:python 2:tamer:python 4:dora:js 5:emil:js; do
  IFS=: read -r line name language <<<"$one"
  arena new "$name" --lang "$language"
  for file in "$name"/bot.*; do echo >>"$file"; done
  sed -n "${line}p" links.txt >link.txt
  arena league submit link.txt "$name"
done
sleep 150
cd "$repository"
"${CHROMIUM:-chromium}" --headless --no-sandbox --disable-gpu --hide-scrollbars --window-size=1280,1040 --timeout=4000 \
  --screenshot=docs/pictures/league.png $page
