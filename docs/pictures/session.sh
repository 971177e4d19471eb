#!/usr/bin/env bash
# Plays the terminal session of the README, with the arena in the PATH. To record it again:
#
#     termtosvg docs/pictures/session.svg -c 'bash docs/pictures/session.sh' -g 100x20 -m 100 -D 8000 -t window_frame
set -euo pipefail

# typed types a command, as a person does, and runs it.
typed() {
  printf '\e[32m$\e[0m '
  local i
  for ((i = 0; i < ${#1}; i++)); do
    printf %s "${1:i:1}"
    sleep 0.03
  done
  sleep 0.4
  echo
  eval "$1" || true
  sleep "$2"
}

sleep 0.5
typed 'arena play orkisland demo demo dummy null --bots examples -s 42 -o match.arena' 3
clear
typed 'arena compare orkisland examples/demo examples/dummy -s 0' 6
rm -f match.arena orkisland.db*
