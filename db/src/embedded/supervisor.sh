# Runs PostgreSQL for a Node process and stops it when that process ends, however it ends.
# Arguments: the data folder, for whoever looks at the list of processes; then PostgreSQL's command line.
# Standard input: a pipe that Node holds open. This file lies in the socket's folder.
folder=${0%/*}
shift
# Whoever tidies up must not end first when a whole session is signalled: Node is told, and ends it all in its order.
# PostgreSQL resets these for itself.
trap 'echo "supervisor received a signal" >&2' INT TERM HUP
trap '' PIPE # Node may be gone that listens
exec 3<&0 </dev/null

# Node writes to PostgreSQL in the middle of its turn; without this the kernel lets the process that it has just woken take the
# CPU from it, for milliseconds, with everybody waiting who has a request there. Not every system knows it, or allows it.
if chrt --batch 0 true 2>/dev/null; then set -- chrt --batch 0 "$@"; fi

"$@" 3<&- &
postgres=$!

# Waits a number of tenths of a second for PostgreSQL's end.
gone() {
  left=$1
  while kill -0 "$postgres" 2>/dev/null; do
    [ "$left" -gt 0 ] || return 1
    left=$((left - 1))
    sleep 0.1
  done
}

(
  trap '' INT TERM HUP
  read -r _ <&3
  : >"$folder/ending"
  kill -INT "$postgres" 2>/dev/null # fast shutdown: sessions are ended, everything is written
  gone 200 || kill -QUIT "$postgres" 2>/dev/null # immediate: the next start recovers from the log
  gone 50 || kill -KILL "$postgres" 2>/dev/null
) &
watcher=$!
exec 3<&-

while kill -0 "$postgres" 2>/dev/null; do
  wait "$postgres"
  status=$?
done
kill -KILL "$watcher" 2>/dev/null
# After a crash that Node survived it is started again at the same address.
if [ "$status" -eq 0 ] || [ -e "$folder/ending" ]; then rm -rf "$folder"; fi
exit "$status"
