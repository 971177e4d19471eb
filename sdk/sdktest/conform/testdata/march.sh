# A bot that marches the same way in every language: see march_test.go.
echo arena 1
while read -r word rest; do
  case $word in
  match)
    case $rest in
    orkisland* | battleroyale*) set -- north south east west none ;;
    moria*) set -- south south_east east north_east north north_west west south_west none ;;
    starships*) set -- slow slow_up slow_down default up down fast fast_up fast_down shoot ;;
    duel*) set -- north south east west ;;
    esac
    ;;
  me) me=$rest ;;
  go)
    k=0
    while [ $k -lt 10 ]; do
      unit=$(((7 * k + me + rest) % 40))
      eval "order=\${$((1 + (3 * rest + unit + me) % $#))}"
      echo "do $unit $order"
      k=$((k + 1))
    done
    echo "done $rest"
    ;;
  esac
done
