import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';

/** A mail as it arrived. */
interface ReceivedMail {
  readonly from: string;
  readonly to: readonly string[];
  /** Headers and text, decoded where they were encoded in full. */
  readonly source: string;
}

/** A mail server of the test's own. */
export interface TestMailServer {
  readonly url: string;
  /** Everything that has arrived. */
  readonly mails: readonly ReceivedMail[];
  /** Resolves with a mail to an address, the first by default, however late it comes. */
  mailTo(address: string, index?: number): Promise<ReceivedMail>;
  /** Answers the next recipients with this SMTP status, one each. */
  refuse(...statuses: number[]): void;
  close(): Promise<void>;
}

/** Starts an SMTP server on a free port, which keeps the mails that it takes. */
export async function startTestMailServer(): Promise<TestMailServer> {
  const mails: ReceivedMail[] = [];
  const refusals: number[] = [];
  let arrived = Promise.withResolvers<void>();
  const server = new SMTPServer({
    disabledCommands: ['STARTTLS'],
    authOptional: true,
    onAuth: (auth, _session, done) => done(null, { user: auth.username ?? '' }),
    onRcptTo({ address }, _session, done) {
      const status = refusals.shift();
      if (status === undefined) return done();
      done(Object.assign(new Error(`no mail for ${address}`), { responseCode: status }));
    },
    onData(stream, { envelope }, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        mails.push({
          from: envelope.mailFrom === false ? '' : envelope.mailFrom.address,
          to: envelope.rcptTo.map(({ address }) => address),
          source: decode(Buffer.concat(chunks).toString()),
        });
        arrived.resolve();
        arrived = Promise.withResolvers();
        done();
      });
    },
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.server.address() as AddressInfo;
  return {
    url: `smtp://mailer:hunter2-of-smtp@127.0.0.1:${port}`,
    mails,
    async mailTo(address, index = 0) {
      for (;;) {
        const mail = mails.filter(({ to }) => to.includes(address))[index];
        if (mail) return mail;
        await arrived.promise;
      }
    },
    refuse: (...statuses) => void refusals.push(...statuses),
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

/** Long lines arrive as quoted-printable. */
function decode(source: string): string {
  if (!/^content-transfer-encoding: quoted-printable/im.test(source)) return source;
  return source
    .replaceAll(/=\r?\n/g, '')
    .replaceAll(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
}

/** The link of a mail. */
export function linkIn(source: string): string {
  return /https?:\/\/\S+/.exec(source)?.[0] ?? '';
}

/** The token of a mail's link to our own page for a new password. */
export function tokenIn(source: string): string {
  return new URL(linkIn(source)).hash.slice(1);
}
