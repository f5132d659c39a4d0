import type { DeepLinkListener, Opening } from './opening.ts';

/** More openings than an app has before it can listen. */
const MOST_WAITING = 20;

/** Tells the app's listener of each opening once, in order; what comes before there is one waits. */
export function createTeller(onFailure: (error: unknown) => void) {
  let listener: DeepLinkListener | undefined;
  let waiting: Opening[] = [];
  let isFirst = true;
  let resolveFirst: DeepLinkListener = () => {};
  const first = new Promise<Opening>((resolve) => {
    resolveFirst = resolve;
  });

  function call(opening: Opening): void {
    try {
      listener?.(opening);
    } catch (error) {
      onFailure(error);
    }
  }

  return {
    /** The first opening of the process. */
    first,
    tell(opening: Opening): void {
      if (isFirst) resolveFirst(opening);
      isFirst = false;
      if (listener) call(opening);
      else waiting = [...waiting, opening].slice(-MOST_WAITING);
    },
    listen(given: DeepLinkListener): void {
      listener = given;
      for (const opening of waiting.splice(0)) call(opening);
    },
  };
}
