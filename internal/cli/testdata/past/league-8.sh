# What was typed to make class, class.backup, links.csv, worker.txt, authors.txt and said.csv, packed as
# league-8.tar.zst. The arena of commit a5c98d03 was in PATH.
set -e
bot() {
cat > $1.sh <<B
echo arena 1
while read -r word round; do
if [ "\$word" = go ]; then
for ork in 0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15; do echo "do \$ork $2"; done
echo "done \$round"
fi
done
B
}
serve() {
: > serve.err
arena league serve class -j 1 --sandbox none --stored-limits --http 127.0.0.1:18745 --listen 127.0.0.1:18746 "$@" \
    >> serve.out 2>> serve.err & served=$!
until grep -q 'workers join at' serve.err; do sleep 0.2; done
}
bot north north; bot south south; bot zorg none; bot yeti west; bot mine east
echo '# again' | cat zorg.sh - > again.sh
ssh-keygen -q -t ed25519 -N '' -C anna -f anna
arena bot pack zorg.sh --version 1.2.0 --key anna --author 'Anna <anna@example.org>' -o zorg-1.bot
arena bot pack again.sh --name zorg --version 1.10.0 --key anna --author 'Anna <anna@example.org>' -o zorg-2.bot
arena league new orkisland class --sandbox none --cpu 2s --wall 20s \
    --set nb_rounds=5 --set rows=25 --set cols=25 --set nb_orks=4 -s 7 --keep all --author-uploads 9
arena league add class north.sh --sandbox none --stored-limits
printf 'name,group,team\nAda Lovelace,A,\nBen,B,\nCleo,B,\n' > people.csv
arena league people add class people.csv --link http://127.0.0.1:18745 > links.csv
link() { grep "^$1" links.csv | grep -o 'http://.*'; }
serve -n 6
arena league invite class anna > worker.txt
arena league invite class --submit > authors.txt
arena league submit "$(link Ada)" yeti.sh
arena league submit "$(link Ben)" mine.sh
timeout 9 arena league submit authors.txt zorg-1.bot || true # the league may end before it has said all
wait $served
arena league rejudge class mine
serve -n 6
wait $served
arena league add class south.sh --sandbox none --stored-limits
arena league add class zorg-2.bot --sandbox none --stored-limits
serve -n 10
wait $served
arena league prefer class north -n 2
arena league set class --deadline '2030-01-06 23:59' --late 24h
arena league pause class south
arena league people remove class Cleo
arena league backup class class.backup
arena league show class --csv > said.csv
