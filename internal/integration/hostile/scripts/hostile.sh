#!/bin/sh
# A hostile bot of the shell's, which may start other programs. The first argument says
# what it does.

misbehave() {
	case $1 in
	sh-bomb)
		i=0
		while [ $i -lt 300 ]; do
			sleep 20 &
			i=$((i + 1))
		done
		;;
	sh-memory)
		slow=1
		for _ in 1 2 3 4 5 6 7 8; do
			dd if=/dev/full of=/dev/null bs=60M count=10000 & # that device is read as zeros
		done
		;;
	sh-daemon) setsid sleep 20 & ;;
	sh-burns) slow=1; while :; do :; done & ;;
	sh-storm) while :; do /bin/true; done ;;
	sh-term) kill -TERM $$ ;;
	sh-trap)
		trap 'came=1' TERM
		kill -TERM $$
		[ "$came" = 1 ]
		;;
	sh-kills-child)
		sleep 20 &
		kill -TERM $!
		wait $!
		[ $? = 143 ]
		;;
	sh-proc) grep -q . /proc/self/smaps || grep -q . /proc/self/smaps_rollup || grep -q . /proc/self/io ;;
	sh-secret) cat "${2#secret=}" >/dev/null ;;
	esac 2>/dev/null && echo "$1: done" >&2 || echo "$1: refused" >&2
}

slow= # whether it takes its time in every round, so that it is noticed
echo arena 1
while read -r word round; do
	[ "$word" = go ] || continue
	[ "$round" = 3 ] && misbehave "$@"
	[ -z "$slow" ] || sleep 3
	echo "done $round"
done
