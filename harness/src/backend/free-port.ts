import { once } from 'node:events';
import { createServer } from 'node:net';

/** Below the ports that systems give away on their own, to outgoing connections and to servers without a choice. */
const FIRST = 10_000;
const COUNT = 20_000;

/** Far from where other processes are that start services at the same time. */
let next = (process.pid * 101) % COUNT;

/** Finds a port on 127.0.0.1 that nothing listens on, and that nobody else takes before the caller does. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = FIRST + next;
    next = (next + 1) % COUNT;
    const probe = createServer();
    const free = once(probe, 'listening').then(
      () => true,
      () => false,
    );
    probe.listen(port, '127.0.0.1');
    if (!(await free)) continue;
    probe.close();
    await once(probe, 'close');
    return port;
  }
}
