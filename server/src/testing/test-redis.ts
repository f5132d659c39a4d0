import { type ChildProcess, spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';

/** A Redis that a test may fill and stop. */
export interface TestRedis {
  readonly url: string;
  stop(): Promise<void>;
}

/**
 * Starts a separate, empty Redis; undefined, with a message, if Redis is not installed.
 *
 * @param port a random one by default.
 */
export async function startTestRedis(port = randomInt(20_000, 60_000)): Promise<TestRedis | undefined> {
  const child = spawn('redis-server', ['--port', String(port), '--bind', '127.0.0.1', '--save', ''], {
    stdio: 'ignore',
  });
  const started = await once(child, 'spawn').catch(() => undefined);
  if (started === undefined) {
    process.stderr.write('redis-server is not installed: tests of limits shared through Redis are skipped\n');
    return undefined;
  }
  await untilAnswering(child, port);
  return {
    url: `redis://127.0.0.1:${port}`,
    async stop() {
      child.kill('SIGKILL');
      await once(child, 'exit');
    },
  };
}

async function untilAnswering(child: ChildProcess, port: number): Promise<void> {
  for (;;) {
    if (child.exitCode !== null) throw new Error(`redis-server ended with ${child.exitCode}`);
    const socket = connect(port, '127.0.0.1');
    const answers = await once(socket, 'connect').then(
      () => true,
      () => false,
    );
    socket.destroy();
    if (answers) return;
    await pause(20);
  }
}
