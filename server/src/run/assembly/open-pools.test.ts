import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { expect, test } from 'vitest';
import { createLog } from '../../platform/log.ts';
import { openPools } from './open-pools.ts';

/** How long until the system asks whether there is another end, in ms, of each connection to a port of this machine. */
function keepAliveTimers(port: number): number[] {
  const address = `0100007F:${port.toString(16).toUpperCase().padStart(4, '0')}`;
  const rows = readFileSync('/proc/net/tcp', 'utf8')
    .split('\n')
    .map((row) => row.trim().split(/\s+/));
  // The kind 02 is the timer of keep-alive; the time is in hundredths of a second.
  return rows.flatMap(([, , to, , , timer = '']) =>
    to === address && timer.startsWith('02:') ? [Number.parseInt(timer.slice(3), 16) * 10] : [],
  );
}

// A worker's statement that waits when the database's machine is replaced would otherwise wait for two hours.
test.skipIf(process.platform !== 'linux')(
  'every pool soon asks whether the machine is still there',
  async () => {
    const sockets: Socket[] = [];
    const silent = createServer((socket) => void sockets.push(socket)).listen(0, '127.0.0.1');
    await once(silent, 'listening');
    const { port } = silent.address() as AddressInfo;
    const pools = Object.values(
      openPools(`postgresql://127.0.0.1:${port}/none`, createLog({ logLevel: 'error' }), 1),
    );
    const connecting = pools.map((pool) => pool.query('select 1').catch(() => {}));
    await expect.poll(() => keepAliveTimers(port)).toHaveLength(pools.length);
    expect(Math.max(...keepAliveTimers(port))).toBeLessThanOrEqual(5000);
    silent.close();
    for (const socket of sockets) socket.destroy();
    await Promise.all(connecting);
    await Promise.all(pools.map((pool) => pool.end()));
  },
);
