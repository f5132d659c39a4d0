import { execFile, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const run = promisify(execFile);
const EXAMPLES = fileURLToPath(new URL('../../../examples', import.meta.url));

/** Where events go and how they are signed, as all examples read it from the environment. */
export interface ClientSettings {
  readonly TRIBUTARY_URL: string;
  readonly CUSTOMER_ID: string;
  readonly APP_ID: string;
  readonly SDK_SECRET: string;
}

/** How a program ended, and what it printed. */
interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** One of the clients that people may copy: it sends the events on its standard input, a JSON object a line. */
export interface ExampleClient {
  readonly name: string;
  /** Why it cannot run on this machine; undefined where it can. */
  readonly missing: string | undefined;
  /** Runs the tests that lie beside it. @throws if one fails. */
  test(): Promise<unknown>;
  /** Starts it with such lines. */
  send(lines: readonly string[], settings: ClientSettings): Promise<Ended>;
}

/** The program of the example for Node is a service; this one gives its client what the others read. */
const NODE_SENDER = `
  import { createInterface } from 'node:readline/promises';
  import { Tributary } from './tributary.js';
  const { TRIBUTARY_URL: url, CUSTOMER_ID: customerId, APP_ID: appId, SDK_SECRET: secret } = process.env;
  const tributary = new Tributary({ url, customerId, appId, secret });
  let count = 0;
  for await (const line of createInterface(process.stdin)) {
    const { event_type, ...members } = JSON.parse(line);
    tributary.track(event_type, members);
    count++;
  }
  try {
    const refused = await tributary.flush();
    for (const { event, code, error } of refused) console.log(event.event_id + ': ' + code + ': ' + error);
    console.log(count - refused.length + ' of ' + count + ' events stored');
    process.exitCode = refused.length > 0 ? 2 : 0;
  } catch (error) {
    console.error(error.message);
    process.exitCode = 1;
  }`;

const missing = (program: string, option = '--version') =>
  spawnSync(program, [option]).status === 0 ? undefined : `there is no ${program} on this machine`;

/** The clients, and how to remove what was built of them. */
export async function exampleClients(): Promise<{ clients: ExampleClient[]; remove(): Promise<void> }> {
  const built = await mkdtemp(join(tmpdir(), 'example-clients-'));
  const withoutGo = missing('go', 'version');
  if (!withoutGo) await run('go', ['build', '-o', join(built, 'send'), '.'], { cwd: join(EXAMPLES, 'go') });
  const clients = [
    client('python', missing('python3'), ['python3', 'send_events.py'], ['python3', '-m', 'unittest']),
    client('go', withoutGo, [join(built, 'send')], ['go', 'test', './...']),
    client(
      'node-service',
      undefined,
      [process.execPath, '--input-type=module', '--eval', NODE_SENDER],
      [process.execPath, '--test'],
    ),
  ];
  return { clients, remove: () => rm(built, { recursive: true }) };
}

function client(
  name: string,
  missing: string | undefined,
  [program = '', ...args]: string[],
  [tester = '', ...testArgs]: string[],
): ExampleClient {
  const cwd = join(EXAMPLES, name);
  // Nothing of Python's is left in the folder.
  const env = { ...process.env, PYTHONDONTWRITEBYTECODE: '1', NODE_TEST_CONTEXT: undefined };
  return {
    name,
    missing,
    test: () => run(tester, testArgs, { cwd, env }),
    async send(lines, settings) {
      const child = spawn(program, args, { cwd, env: { ...env, ...settings } });
      child.stdin.end(lines.map((line) => `${line}\n`).join(''));
      const [stdout, stderr] = await Promise.all([
        text(child.stdout),
        text(child.stderr),
        child.exitCode ?? once(child, 'exit'),
      ]);
      return { code: child.exitCode, stdout, stderr };
    },
  };
}
