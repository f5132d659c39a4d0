import { Registry } from 'prom-client';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { type CapturedLog, captureLog } from '../../../testing/capture-log.ts';
import { createMailer, type Mailer } from './mailer.ts';
import { startTestMailServer, type TestMailServer } from './testing/test-mail-server.ts';

const FROM = 'Tributary <noreply@example.com>';
let server: TestMailServer;
let mailer: Mailer;
let registry: Registry;
let logged: CapturedLog;
beforeAll(async () => {
  server = await startTestMailServer();
});
afterEach(() => mailer.close());
afterAll(() => server.close());

function open(smtpUrl: string | undefined, retryAfterMs: number[] = []): void {
  registry = new Registry();
  logged = captureLog();
  mailer = createMailer({ config: { smtpUrl, mailFrom: FROM }, registry, log: logged.log, retryAfterMs });
}

const outcomes = async () =>
  Object.fromEntries(
    ((await registry.getSingleMetric('tributary_mails_total')?.get())?.values ?? []).map(
      ({ labels, value }) => [labels.outcome, value],
    ),
  );

const mail = (to: string) => ({ to, subject: 'Your link', text: 'https://example.com/reset?token=abc\n' });

async function untilLogged(count: number): Promise<void> {
  while (logged.lines().length < count) await new Promise((resolve) => setTimeout(resolve, 5));
}

test('a mail arrives as it was written, and the log says nothing of it', async () => {
  open(server.url);
  mailer.send(mail('one@example.com'));
  const { from, to, source } = await server.mailTo('one@example.com');
  expect([from, to]).toEqual(['noreply@example.com', ['one@example.com']]);
  expect(source).toContain('From: Tributary <noreply@example.com>');
  expect(source).toContain('Subject: Your link');
  expect(source).toContain('https://example.com/reset?token=abc');
  await mailer.close();
  expect(await outcomes()).toEqual({ sent: 1 });
  expect(logged.text()).toBe('');
});

test('nothing in an address or a subject makes another recipient or header', async () => {
  open(server.url);
  const before = server.mails.length;
  mailer.send({ ...mail('a@example.com, b@example.com'), subject: 'x' });
  mailer.send({ ...mail('two@example.com'), subject: 'Hello\r\nBcc: three@example.com' });
  const { to, source } = await server.mailTo('two@example.com');
  await mailer.close();
  expect(to).toEqual(['two@example.com']);
  expect(source).not.toMatch(/^bcc:/im);
  expect(server.mails.slice(before).flatMap((received) => received.to)).not.toContain('b@example.com');
});

test('a mail is sent again where the server could not take it, and not where it never will', async () => {
  open(server.url, [1, 1]);
  server.refuse(451, 450);
  mailer.send(mail('late@example.com'));
  await server.mailTo('late@example.com');
  server.refuse(550);
  mailer.send(mail('unknown@example.com'));
  await untilLogged(3);
  await mailer.close();
  expect(await outcomes()).toEqual({ sent: 1, failed: 1 });
  expect(logged.lines().map(({ responseCode, retryInMs }) => [responseCode, retryInMs])).toEqual([
    [451, 1],
    [450, 1],
    [550, null],
  ]);
  expect(logged.text()).not.toMatch(/example\.com|hunter2|token=/);
});

test('a server that is down loses the mail after the last attempt, and no request waits for it', async () => {
  open('smtp://user:hunter2@127.0.0.1:1', [1, 1]);
  mailer.send(mail('one@example.com'));
  await untilLogged(3);
  await mailer.close();
  expect(await outcomes()).toEqual({ failed: 1 });
  expect(logged.text()).not.toMatch(/one@|hunter2|token=/);
});

test('closing gives up what would be tried again later', async () => {
  open('smtp://127.0.0.1:1', [600_000]);
  mailer.send(mail('one@example.com'));
  await untilLogged(1);
  await mailer.close();
  expect(await outcomes()).toEqual({ failed: 1 });
});

test('without a server the mail is logged, to be handed over', async () => {
  open(undefined);
  mailer.send(mail('one@example.com'));
  expect(logged.lines()).toMatchObject([{ level: 30, mail: mail('one@example.com') }]);
  expect(await outcomes()).toEqual({ logged: 1 });
});
