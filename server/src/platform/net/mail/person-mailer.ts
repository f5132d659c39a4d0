import { AppError } from '../../errors/errors.ts';
import type { RateLimits } from '../../limits/rate-limits.ts';
import type { Mail, Mailer } from './mailer.ts';
import { personKey } from './person-key.ts';

/** A mail without its address. */
export type Letter = Omit<Mail, 'to'>;

/** The only way to mail a person: an address gets five mails an hour, whatever causes them. */
export interface PersonMailer {
  /**
   * Writes a mail and sends it in the background; null is not sent.
   *
   * Above the limit nothing is written and nothing is sent, and the caller does not learn of it: whoever asked for the
   * mail is answered as usual.
   */
  sendTo(address: string, write: () => Letter | null | Promise<Letter | null>): Promise<void>;
}

/** A mailer that withholds what is over the limit of an address. */
export function createPersonMailer(
  mailer: Pick<Mailer, 'send' | 'withhold'>,
  { mailsPerPerson }: Pick<RateLimits, 'mailsPerPerson'>,
): PersonMailer {
  async function isWithinLimit(address: string): Promise<boolean> {
    try {
      await mailsPerPerson.consume(personKey(address));
      return true;
    } catch (error) {
      if (error instanceof AppError && error.code === 'RATE_LIMIT') return false;
      throw error;
    }
  }
  return {
    async sendTo(address, write) {
      if (!(await isWithinLimit(address))) return mailer.withhold();
      const letter = await write();
      if (letter) mailer.send({ to: address, ...letter });
    },
  };
}
