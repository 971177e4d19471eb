# What was typed to make league-2.tar.zst: class and class.backup, and the files that are named below, packed by
# tar and zstd. The arena of commit dcf3a7b8 was in PATH.
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
serve() { arena league serve class -j 1 --sandbox none --http 127.0.0.1:18745 --listen 127.0.0.1:18746 "$@" >> serve.out 2> serve.err & served=$!; until grep -q 'page is at' serve.err; do sleep 0.2; done; }
bot north north; bot south south; bot zorg none; bot yeti west; bot mine east
echo '# again' | cat zorg.sh - > again.sh
for n in anna ben; do ssh-keygen -q -t ed25519 -N '' -C $n -f $n; done
arena bot pack zorg.sh --version 1.2.0 --key anna --author 'Anna <anna@example.org>' -o zorg-1.bot
arena bot pack again.sh --name zorg --version 1.10.0 --key anna --author 'Anna <anna@example.org>' -o zorg-2.bot
arena bot pack mine.sh --version 1.0 --key ben --author 'Ben' -o mine.bot
arena league new orkisland class --sandbox none --set nb_rounds=5 --set rows=25 --set cols=25 --set nb_orks=4 -s 7 --keep all
arena league add class north.sh south.sh --sandbox none
serve -n 6
arena league invite class anna > worker.txt
arena league invite class --submit > authors.txt
arena league submit authors.txt zorg-1.bot
arena league submit authors.txt mine.bot
wait $served
arena league remove class south
arena league add class yeti.sh --sandbox none
arena league add class zorg-2.bot --sandbox none
serve -n 10
wait $served
arena league backup class class.backup
arena league show class --csv > said.csv
