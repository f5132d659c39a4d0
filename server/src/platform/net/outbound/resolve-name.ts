import { Resolver } from 'node:dns/promises';
import { isLocalName } from './problem-of-url.ts';

/** Finds the addresses of a host name. @throws where there are none, or the name servers do not answer. */
export type ResolveName = (hostname: string) => Promise<string[]>;

const TIMEOUT_MS = 3000;
const TRIES = 2;

/**
 * Asks the name servers directly. The system's own look-up would occupy one of the few threads that hashing and files
 * need as well, for as long as some customer's name server takes.
 */
export function createResolver(): ResolveName {
  const resolver = new Resolver({ timeout: TIMEOUT_MS, tries: TRIES });
  return async (hostname) => {
    if (isLocalName(hostname)) return ['127.0.0.1', '::1'];
    const answers = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)]);
    const addresses = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
    const [first] = answers;
    if (addresses.length === 0) throw first?.status === 'rejected' ? first.reason : new Error('no address');
    return addresses;
  };
}
