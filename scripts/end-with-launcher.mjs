// Loaded into every program before its own modules: tells it to stop when the launcher is gone. The launcher passes
// signals on, but kill -9 leaves it no time for that, and a service without it would go on where nobody looks for it.

// Gone from here on, so that a process which the program forks does not take its parent for the launcher.
const launched = process.env.TRIBUTARY_LAUNCHED !== undefined;
delete process.env.TRIBUTARY_LAUNCHED;

if (launched) {
  const stop = () => process.kill(process.pid, 'SIGTERM');
  if (process.connected) {
    process.once('disconnect', stop);
    // The channel alone does not keep a program running that has done its work.
    process.channel.unref();
  } else stop();
}
