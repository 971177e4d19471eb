echo arena 1
cat /bot/* /bot/*/* /bot/.[a-z]*/* /bot/*/.[a-z]*/* HOME/.ssh/* 2>/dev/null | grep -a HUNT-[S]EC >&2
while read -r w r; do [ "$w" = go ] && echo "done $r"; done
