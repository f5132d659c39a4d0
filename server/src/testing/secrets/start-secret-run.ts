import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  startTestMailServer,
  type TestMailServer,
} from '../../platform/net/mail/testing/test-mail-server.ts';
import { type FakeNetwork, startFakeNetwork } from '../../postbacks/testing/fake-network.ts';
import { type CapturedLog, captureLog } from '../capture-log.ts';
import { serveOverHttp } from '../serve-over-http.ts';
import { startTestService, TEST_ANON_KEY, type TestService } from '../test-service.ts';
import { freshAddress } from '../test-tenant.ts';
import { createKnownSecrets, type KnownSecrets } from './known-secrets.ts';

/** What the service answered. */
interface Answer<Body> {
  readonly status: number;
  /** Of the session that it began; empty for none. */
  readonly token: string;
  readonly location: string | null;
  readonly body: Body;
}

/** A service with everything that it talks to, whose secrets are known and whose refusals are kept. */
export interface SecretRun {
  readonly service: TestService;
  readonly mails: TestMailServer;
  readonly network: FakeNetwork;
  readonly logged: CapturedLog;
  /** The folder of the service’s files. */
  readonly folder: string;
  readonly secrets: KnownSecrets;
  /** The bodies of everything that was refused. */
  readonly refusals: string[];
  readonly metricsToken: string;
  ask<Body>(method: string, path: string, body?: object, token?: string): Promise<Answer<Body>>;
  /** Calls sign-in, by a path below its own. */
  auth<Body>(path: string, body: object, token?: string): Promise<Answer<Body>>;
  /** Calls a procedure. */
  rpc<Body>(name: string, args: object, token?: string): Promise<Answer<Body>>;
  close(): Promise<void>;
}

/** Starts a service whose every secret is known, with a mail server and an ad network. */
export async function startSecretRun(): Promise<SecretRun> {
  const secrets = createKnownSecrets();
  const metricsToken = secrets.keep('metrics token', `metrics-${randomUUID()}`);
  secrets.keep('anon key', TEST_ANON_KEY);
  secrets.keep('mail password', 'hunter2-of-smtp');
  const [mails, network] = await Promise.all([startTestMailServer(), startFakeNetwork()]);
  const folder = await mkdtemp(join(tmpdir(), 'tributary-secrets-'));
  const logged = captureLog('trace');
  const env = {
    SMTP_URL: mails.url,
    MAIL_FROM: 'a@example.com',
    METRICS_TOKEN: metricsToken,
    DATA_DIR: folder,
    ALLOW_LOOPBACK_POSTBACKS: '1',
  };
  const service = await serveOverHttp(await startTestService({ log: logged.log, env }));
  secrets.keep('service secret', service.services.secrets.serviceSecret);
  const refusals: string[] = [];
  const ask = createAsk(service, secrets, refusals);
  return {
    service,
    mails,
    network,
    logged,
    folder,
    secrets,
    refusals,
    metricsToken,
    ask,
    auth: (path, body, token) => ask('POST', `/api/auth${path}`, body, token),
    rpc: (name, args, token) => ask('POST', `/rest/v1/rpc/${name}`, args, token),
    async close() {
      await service.close();
      await Promise.all([mails.close(), network.close(), rm(folder, { recursive: true })]);
    },
  };
}

function createAsk(service: TestService, secrets: KnownSecrets, refusals: string[]): SecretRun['ask'] {
  return async (method, path, body, token) => {
    const response = await service.request(path, {
      method,
      headers: {
        'x-forwarded-for': freshAddress(),
        apikey: TEST_ANON_KEY,
        ...(token && { authorization: `Bearer ${token}` }),
      },
      ...(body && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    if (response.status >= 400) refusals.push(text);
    const isJson = response.headers.get('content-type')?.includes('json');
    const signed = response.headers.get('set-auth-token') ?? '';
    if (signed !== '') keepSession(secrets, signed);
    const location = response.headers.get('location');
    return { status: response.status, token: signed, location, body: isJson ? JSON.parse(text) : text };
  };
}

/** What the database has of a session; it signs no one in without its signature. */
export const SESSION_ID = 'id of a session';

function keepSession(secrets: KnownSecrets, token: string): void {
  const [id, signature] = decodeURIComponent(token).split('.');
  secrets.keep(SESSION_ID, id);
  secrets.keep('signature of a session', signature);
}
