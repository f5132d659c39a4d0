import { setTimeout as pause } from 'node:timers/promises';
import type { Transporter } from 'nodemailer';
import type { Logger } from 'pino';
import { Counter, type Registry } from 'prom-client';
import type { Config } from '../../settings/config.ts';

/** A mail to one person, in plain text. */
export interface Mail {
  /** The address alone: one person. */
  readonly to: string;
  readonly subject: string;
  readonly text: string;
}

/**
 * Sends mail in the background: nothing that answers a person waits for a mail server, so no answer's time reveals
 * whether a mail was sent.
 */
export interface Mailer {
  /**
   * Sends a mail, in several attempts where the server cannot be reached. Never throws. Without SMTP_URL it is logged
   * instead, at info, so that the operator can hand it over: the one log line that holds a link.
   */
  send(mail: Mail): void;
  /** Counts a mail that is not sent because its address has had enough of them. */
  withhold(): void;
  /** Resolves when nothing is under way any more. Does not wait for further attempts. */
  close(): Promise<void>;
}

interface MailerParts {
  readonly config: Pick<Config, 'smtpUrl' | 'mailFrom'>;
  readonly registry: Registry;
  readonly log: Logger;
  /** Waits between attempts, in ms. */
  readonly retryAfterMs?: readonly number[];
}

const RETRY_AFTER_MS = [5000, 60_000, 600_000];
/** Mails held in memory; what comes above that is lost, as everything here is when the process dies. */
const MAX_HELD = 1000;
const TIMEOUTS = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000 };

/** A mailer for the SMTP server of the config; without one it says in the log what it would have sent. */
export function createMailer({ config, registry, log, retryAfterMs = RETRY_AFTER_MS }: MailerParts): Mailer {
  const { smtpUrl, mailFrom } = config;
  const mails = new Counter({
    name: 'tributary_mails_total',
    help: 'Mails, by what became of them',
    labelNames: ['outcome'] as const,
    registers: [registry],
  });
  const transport = smtpUrl === undefined ? undefined : openTransport(smtpUrl);
  const closing = new AbortController();
  const underWay = new Set<Promise<void>>();

  async function deliver(opening: Promise<Transporter>, mail: Mail): Promise<void> {
    for (const wait of [...retryAfterMs, null]) {
      try {
        await (await opening).sendMail({
          from: mailFrom,
          // Not as text: that would be read as a list of addresses.
          to: { name: '', address: mail.to },
          subject: mail.subject,
          text: mail.text,
        });
        mails.inc({ outcome: 'sent' });
        return;
      } catch (error) {
        const isOver = wait === null || isPermanent(error) || closing.signal.aborted;
        log.warn({ ...withoutAddresses(error), retryInMs: isOver ? null : wait }, 'a mail could not be sent');
        if (isOver || !(await waited(wait, closing.signal))) break;
      }
    }
    mails.inc({ outcome: 'failed' });
  }

  return {
    send(mail) {
      if (transport === undefined) {
        log.info({ mail }, 'SMTP_URL is not set: a mail is logged instead of sent');
        mails.inc({ outcome: 'logged' });
        return;
      }
      if (underWay.size >= MAX_HELD) {
        log.error('too many mails wait to be sent; one is lost');
        mails.inc({ outcome: 'failed' });
        return;
      }
      const delivery = deliver(transport, mail);
      underWay.add(delivery);
      void delivery.finally(() => underWay.delete(delivery));
    },
    withhold: () => mails.inc({ outcome: 'withheld' }),
    async close() {
      closing.abort();
      await Promise.all(underWay);
      (await transport)?.close();
    },
  };
}

/** Loads the library only where mail is sent; other services start faster. */
async function openTransport(smtpUrl: string): Promise<Transporter> {
  const { createTransport } = await import('nodemailer');
  return createTransport({
    url: smtpUrl,
    pool: true,
    maxConnections: 2,
    ...TIMEOUTS,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
}

/** What the server says against the mail itself, as to an address that does not exist, it would say again. */
function isPermanent(error: unknown): boolean {
  return responseCodeOf(error) >= 500;
}

function responseCodeOf(error: unknown): number {
  return error instanceof Error && 'responseCode' in error ? Number(error.responseCode) : 0;
}

/** Servers repeat in their answers to whom the mail was. */
function withoutAddresses(error: unknown): { code: unknown; responseCode: number } {
  return {
    code: error instanceof Error && 'code' in error ? error.code : undefined,
    responseCode: responseCodeOf(error),
  };
}

/** Whether the time has passed; false where it was broken off. */
async function waited(ms: number, signal: AbortSignal): Promise<boolean> {
  return pause(ms, true, { signal, ref: false }).catch(() => false);
}
