import { Resolver } from 'node:dns/promises';

/** What DNS says: the texts of a name, of which there may be none; or that it could not be asked. */
type TxtOutcome =
  | { readonly kind: 'answered'; readonly texts: readonly string[] }
  | { readonly kind: 'unreachable' };

/** Looks up the TXT records of a name. */
export type FindTxt = (name: string) => Promise<TxtOutcome>;

const TIMEOUT_MS = 2000;
const TRIES = 2;
/** There is no such name, or it has no such records. */
const NONE = new Set(['ENOTFOUND', 'ENODATA']);

/** Asks the name servers directly. @param servers `address:port` each; by default those of the system. */
export function createTxtFinder(servers?: readonly string[]): FindTxt {
  const resolver = new Resolver({ timeout: TIMEOUT_MS, tries: TRIES });
  if (servers) resolver.setServers(servers);
  return async (name) => {
    try {
      const records = await resolver.resolveTxt(name);
      return { kind: 'answered', texts: records.map((parts) => parts.join('')) };
    } catch (error) {
      const { code = '' } = error as NodeJS.ErrnoException;
      return NONE.has(code) ? { kind: 'answered', texts: [] } : { kind: 'unreachable' };
    }
  };
}
