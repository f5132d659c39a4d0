import { registerHooks } from 'node:module';

/** A text in a source, and what replaces it. */
interface Edit {
  readonly file: string;
  readonly replace: string;
  readonly by: string;
}

/** A deliberate mistake in the SDK. */
interface Mistake extends Edit {
  readonly about: string;
  /** What else would prevent it. */
  readonly also?: Edit;
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
  'ignore-objection': {
    about: 'sends what is queued although the user has objected',
    file: 'sdk/src/identity/identity.ts',
    replace: 'const isOptedOut = () => !isLoaded || isAgainst(optOut.current());',
    by: 'const isOptedOut = () => !isLoaded || (isAgainst(optOut.current()), false);',
  },
  'retry-after-objection': {
    about: 'tries again although the user has objected since the last attempt',
    file: 'sdk/src/transport/with-retry.ts',
    replace: 'if (!(await mayContinue())) break;',
    by: '',
    also: {
      file: 'sdk/src/transport/create-ingest-sender.ts',
      replace: 'const isOptedOut = identity.isOptedOut();',
      by: 'const isOptedOut = false;',
    },
  },
  'send-on-mobile': {
    about: 'sends on mobile networks although it is to wait for Wi-Fi',
    file: 'sdk/src/delivery/gates.ts',
    replace: "network === 'cellular'",
    by: 'false',
  },
  'ignore-batch-size': {
    about: 'sends as many events at a time as the service takes',
    file: 'sdk/src/delivery/deliver-queue.ts',
    replace: 'Math.min(remote.settings().batchSize, await batchLimit.current())',
    by: 'await batchLimit.current()',
  },
  'ignore-pause': {
    about: 'does not wait as long as the service asks it to',
    file: 'sdk/src/delivery/session.ts',
    replace: 'clock.monotonic() >= pausedUntil',
    by: 'true',
  },
  'trust-missing-results': {
    about: 'takes an event for stored for which the service has no result',
    file: 'sdk/src/transport/classify-item.ts',
    replace: 'if (!result || ',
    by: "if (!result) return 'done'; if (",
  },
  'drop-half': {
    about: 'drops half of a queue that is full',
    file: 'sdk/src/storage/with-size-limit.ts',
    replace: 'estimate - limit()',
    by: 'estimate - Math.floor(limit() / 2)',
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
  const edits = [mistake, ...(mistake.also ? [mistake.also] : [])];
  registerHooks({
    load(url, context, nextLoad) {
      const loaded = nextLoad(url, context);
      const edit = edits.find(({ file }) => url.endsWith(file));
      if (edit === undefined) return loaded;
      const { file, replace, by } = edit;
      const source = String(loaded.source);
      if (!source.includes(replace)) throw new Error(`${name}: ${file} no longer has ${replace}`);
      return { ...loaded, source: source.replace(replace, () => by) };
    },
  });
}
