import type { createLinks } from '../create-links.ts';
import type { DeferredDeepLink, DeferredDeepLinkListener } from '../deferred-deep-link.ts';

type Links = Pick<ReturnType<typeof createLinks>, 'methods' | 'lookUp'>;

/**
 * Keeps what led to the install for this start, since it is looked up once, whoever asks first: the contract's listener
 * and that of all openings are both told.
 */
export function createDeferredTeller({ methods, lookUp }: Links, onFailure: (error: unknown) => void) {
  let found: DeferredDeepLink | undefined;
  let listener: DeferredDeepLinkListener | undefined;
  let isTold = false;

  function tell(): void {
    if (!found || !listener || isTold) return;
    isTold = true;
    try {
      listener(found);
    } catch (error) {
      onFailure(error);
    }
  }

  function keep(link: DeferredDeepLink): void {
    found = link;
    tell();
  }

  return {
    /** Null for none, undefined while it is not known. */
    async lookUp(): Promise<DeferredDeepLink | null | undefined> {
      methods.setDeferredDeepLinkListener(keep);
      const link = await lookUp();
      return found ?? link;
    },
    listen(given: DeferredDeepLinkListener): void {
      listener = given;
      tell();
      methods.setDeferredDeepLinkListener(keep);
    },
    /** The client is started, maybe again. */
    reset(): void {
      found = undefined;
      isTold = false;
    },
  };
}
