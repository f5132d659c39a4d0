import { randomUUID } from 'node:crypto';
import { signEvent } from '@tributary/sdk/wire/sign';
import { type HttpAnswer, HttpConnection } from '../../http-connection.ts';
import { uuidV7 } from '../../ingest/bench-events.ts';
import { sendAll } from '../../send-all.ts';
import type { ApiApp } from '../seed-by-api.ts';

/** Installs of the apps, each after a visit of one of their links. */
export interface InstallLoad {
  readonly port: number;
  readonly apps: readonly ApiApp[];
  readonly installs: number;
}

/** A batch has the address of one network, so that few in it look alike by chance. */
const BATCH = 10;
const CONNECTIONS = 16;

/** Visits the links at once and answers; sends the installs when it is told to, and answers again. */
process.on('message', async (message: InstallLoad | 'go') => {
  if (message === 'go') await send();
  else await prepare(message);
  process.send?.('done');
});

let connections: HttpConnection[] = [];
let batches: Buffer[] = [];

async function prepare({ port, apps, installs }: InstallLoad): Promise<void> {
  connections = await Promise.all(Array.from({ length: CONNECTIONS }, () => HttpConnection.open(port)));
  const run = Math.floor(Math.random() * 2 ** 14);
  const at = (batch: number) => {
    const app = apps[batch % apps.length];
    if (app === undefined) throw new Error('there are no apps');
    // A network of its own for each batch of each turn.
    const network = (run * 512 + batch) % 2 ** 21;
    return { app, address: `105.${128 + (network >> 16)}.${(network >> 8) & 255}.${network & 255}` };
  };
  for (let batch = 0; batch < installs / BATCH; batch++) {
    const { app, address } = at(batch);
    const clicks: string[] = [];
    const visits = Array.from({ length: BATCH / 2 }, (_, n) =>
      visit(app.slugs[n % app.slugs.length], address),
    );
    await sendAll(connections, visits, { onAnswer: (answer) => void clicks.push(clickOf(answer)) });
    batches.push(post(app, address, clicks));
  }
}

async function send(): Promise<void> {
  const onAnswer = ({ status, body }: HttpAnswer) => {
    if (status !== 200 || body.split('"accepted"').length - 1 !== BATCH)
      throw new Error(`a batch of installs was answered ${status} ${body}`);
  };
  await sendAll(connections, batches, { onAnswer });
  batches = [];
}

function visit(slug: string | undefined, address: string): Buffer {
  const agent =
    'Mozilla/5.0 (Linux; Android 14; SM-A155F) AppleWebKit/537.36 Chrome/142.0.0.0 Mobile Safari/537.36';
  const head = [
    `GET /l/${slug} HTTP/1.1`,
    'host: localhost',
    `user-agent: ${agent}`,
    `x-forwarded-for: ${address}`,
  ];
  return Buffer.from([...head, '\r\n'].join('\r\n'));
}

/** The id of the click, which the store passes on to the app. */
function clickOf({ status, head }: HttpAnswer): string {
  const [, id] = /click_id(?:=|%3D|%253D)([0-9a-f-]{36})/i.exec(head) ?? [];
  if (id === undefined) throw new Error(`a visit was answered with ${status} and without its click`);
  return id;
}

/** Half of the installs name a click in their referrer, the others share network and device with one. */
function post(app: ApiApp, address: string, clicks: readonly string[]): Buffer {
  const events = Array.from({ length: BATCH }, (_, n) => {
    const now = Date.now();
    const click = clicks[n];
    return signEvent(
      {
        event_type: 'install',
        timestamp: now,
        sent_at: now,
        customer_id: app.customerId,
        app_id: app.appId,
        event_id: uuidV7(now),
        sdk_version: 'bench-1.0',
        installation_id: randomUUID(),
        android_id: randomUUID(),
        device_model: 'SM-A155F',
        os_name: 'Android',
        os_version: '14',
        ...(click !== undefined && { referrer: `service_click_id=${click}` }),
      },
      app.secret,
    );
  });
  const body = JSON.stringify({ events });
  const head = [
    'POST /v1/ingest HTTP/1.1',
    'host: bench',
    'content-type: application/json',
    `x-forwarded-for: ${address}`,
    `content-length: ${Buffer.byteLength(body)}`,
    '\r\n',
  ];
  return Buffer.from(head.join('\r\n') + body);
}
