// Loaded into every program before its own modules: stops it when the launcher is gone. The launcher passes signals on,
// but kill -9 leaves it no time for that, and the service would keep running unnoticed.

// Removed, so that a process forked by the program does not mistake its parent for the launcher.
const launched = process.env.TRIBUTARY_LAUNCHED !== undefined;
delete process.env.TRIBUTARY_LAUNCHED;

if (launched) {
  const stop = () => process.kill(process.pid, 'SIGTERM');
  if (process.connected) {
    process.once('disconnect', stop);
    // The channel alone must not keep a finished program running.
    process.channel.unref();
  } else stop();
}
