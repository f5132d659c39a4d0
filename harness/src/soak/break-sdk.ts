import { registerHooks } from 'node:module';

/** A deliberate mistake in the SDK: a text in one of its sources, and what replaces it. */
interface Mistake {
  readonly about: string;
  readonly file: string;
  readonly replace: string;
  readonly by: string;
}

/** Mistakes that the soak has to find. */
export const MISTAKES: Readonly<Record<string, Mistake>> = {
  'acknowledge-before-answer': {
    about: 'removes events from the queue before the service has answered',
    file: 'sdk/src/delivery/deliver-queue.ts',
    replace: 'const { verdict, waitMs, fates } = await send(batch);',
    by: 'await settleEvents.remove(batch); const { verdict, waitMs, fates } = await send(batch);',
  },
  'no-checksum': {
    about: 'accepts records on disk without comparing their checksum',
    file: 'sdk/src/platform/node/checksummed-lines.ts',
    replace: "checksum(bytes.subarray(from, stop)) === bytes.toString('latin1', start, from - 1)",
    by: 'true',
  },
  'sign-when-tracking': {
    about: 'signs events with the time at which they were tracked',
    file: 'sdk/src/transport/seal-event.ts',
    replace: 'const sent_at = clock.now() + skew;',
    by: 'const sent_at = event.facts.timestamp;',
  },
  'retry-without-limit': {
    about: 'sends again and again while there is no answer',
    file: 'sdk/src/transport/with-retry.ts',
    replace: 'attempt >= maxAttempts()',
    by: 'false',
  },
  'drop-queue-on-413': {
    about: 'empties the queue when a request is too large',
    file: 'sdk/src/delivery/deliver-queue.ts',
    replace: "if (verdict === 'too_large') await batchLimit.halve(batch.length);",
    by: "if (verdict === 'too_large') await events.ack((await events.read(undefined, 10000)).map(({ id }) => id));",
  },
};

/**
 * Makes this process load the SDK with a mistake; to be called before anything has imported it. Nothing on disk
 * changes.
 *
 * @param name one of MISTAKES
 * @throws Error when the SDK is loaded, if its source no longer has the text that the mistake replaces
 */
export function breakSdk(name: string): void {
  const mistake = MISTAKES[name];
  if (mistake === undefined) throw new Error(`there is no mistake ${name}`);
  const { file, replace, by } = mistake;
  registerHooks({
    load(url, context, nextLoad) {
      const loaded = nextLoad(url, context);
      if (!url.endsWith(file)) return loaded;
      const source = String(loaded.source);
      if (!source.includes(replace)) throw new Error(`${name}: ${file} no longer has ${replace}`);
      return { ...loaded, source: source.replace(replace, () => by) };
    },
  });
}
