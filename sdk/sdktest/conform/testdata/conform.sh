# The bot that answers the same in every language: see main.go. Only what POSIX has.
LC_ALL=C
modulus=1000003

add() {
  for n; do
    sum=$(((sum * 31 + (n % modulus + modulus) % modulus) % modulus))
  done
}

addtext() {
  # shellcheck disable=SC2046
  add $(printf %s "$1" | od -An -v -tu1)
}

# below draws from SplitMix64, whose numbers have no sign. Those of the shell have one, so
# a shift must clear the bits that it draws in from the left.
below() {
  seed=$((seed + -7046029254386353131))
  z=$((seed ^ ((seed >> 30) & 0x3FFFFFFFF)))
  z=$((z * -4658895280553007687))
  z=$(((z ^ ((z >> 27) & 0x1FFFFFFFFF)) * -7723592293110705685))
  z=$((z ^ ((z >> 31) & 0x1FFFFFFFF)))
  drawn=$(((((z >> 32) & 0xFFFFFFFF) * $1) >> 32))
}

# unsigned makes a number of 64 bits of its digits, in two parts.
unsigned() {
  case $1 in
  ???????????*)
    high=${1%??????????}
    low=${1#"$high"}
    while :; do case $low in 0?*) low=${low#0} ;; *) break ;; esac done
    seed=$((high * 10000000000 + low))
    ;;
  *) seed=$1 ;;
  esac
}

answer() {
  below 1000
  # shellcheck disable=SC2086
  set -- $words
  k=0
  while [ $k -lt 10 ]; do
    unit=$(((sum + 7 * k) % 40))
    which=$(((3 * round + unit + me + sum) % $# + 1))
    eval "echo do $unit \${$which}"
    k=$((k + 1))
  done
  echo "log sum $sum drawn $drawn"
  echo "mark $((sum % 10)) $((drawn % 10))"
  echo "arrow 1 2 $((sum % 50)) -3"
  echo "label $((drawn % 5)) 0 ä✓ two words"
  echo "logunit $((sum % 40)) of  40 units"
  half=
  [ $((drawn % 2)) = 0 ] || half=.5
  echo "chart $((drawn / 2))$half drawn"
  echo "chart -$sum  sum"
  if [ "$round" = 2 ]; then
    text=
    while [ ${#text} -lt 396 ]; do text=${text}äb✓; done
    echo "log ${text}äb"
  fi
  echo "done $round"
}

echo arena 1
while IFS= read -r line; do
  name=${line%% *}
  rest=
  [ "$name" = "$line" ] || rest=${line#* }
  case $name in
  match)
    sum=17
    case $rest in
    orkisland* | battleroyale*) words="north south east west none" ;;
    moria*) words="south south_east east north_east north north_west west south_west none" ;;
    starships*) words="slow slow_up slow_down default up down fast fast_up fast_down shoot" ;;
    duel*) words="north south east west" ;;
    esac
    continue
    ;;
  go)
    round=$rest
    answer
    sum=$start
    continue
    ;;
  round) start=$sum ;;
  me) me=$rest ;;
  seed) unsigned "$rest" ;;
  name)
    case $rest in
    *\ *) rest=${rest#* } ;;
    *) rest= ;;
    esac
    ;;
  esac
  case $name in
  name | seed | terrain | board | cells | kinds | colours | paint) addtext "$rest" ;;
  *)
    # shellcheck disable=SC2086
    add $rest
    ;;
  esac
  add 7
done
