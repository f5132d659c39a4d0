# Runs PostgreSQL for a Node process and stops it when that process ends, for whatever reason.
# Arguments: the data folder, so that the process list shows it, then PostgreSQL's command line.
# Standard input: a pipe that Node keeps open. This file runs from the socket's folder.
folder=${0%/*}
shift
# The process that cleans up must not end first when the whole session is signalled: it informs Node, which then stops
# everything in order. PostgreSQL resets these traps itself.
trap 'echo "supervisor received a signal" >&2' INT TERM HUP
trap '' PIPE # Node may be gone
exec 3<&0 </dev/null

# When Node writes to PostgreSQL, the kernel would let the process it has just woken preempt Node for milliseconds, and
# every request in Node would wait (decisions/009-batch-scheduling.md). Not every system has SCHED_BATCH, or allows it.
if chrt --batch 0 true 2>/dev/null; then set -- chrt --batch 0 "$@"; fi

"$@" 3<&- &
postgres=$!

# Waits for PostgreSQL to end, for up to $1 tenths of a second.
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
  kill -INT "$postgres" 2>/dev/null # fast shutdown: ends sessions and writes everything
  gone 200 || kill -QUIT "$postgres" 2>/dev/null # immediate shutdown: the next start recovers from the WAL
  gone 50 || kill -KILL "$postgres" 2>/dev/null
) &
watcher=$!
exec 3<&-

while kill -0 "$postgres" 2>/dev/null; do
  wait "$postgres"
  status=$?
done
kill -KILL "$watcher" 2>/dev/null
# After a crash that Node survived, it restarts PostgreSQL at the same address.
if [ "$status" -eq 0 ] || [ -e "$folder/ending" ]; then rm -rf "$folder"; fi
exit "$status"
