/** How long stopping may take, for example with a database that does not answer, before the process exits anyway. */
export const GIVE_UP_MS = 20_000;

/** A request to stop this process, given once. */
export interface StopSignal {
  /** Resolves when the stop is requested; further requests change nothing. */
  readonly received: Promise<void>;
  /** Requests the stop. */
  readonly give: () => void;
}

/** From now on the signals of `kill`, Ctrl-C and a closed terminal only request a stop. */
export function listenForStop(): StopSignal {
  const { promise, resolve } = Promise.withResolvers<void>();
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => resolve());
  return { received: promise, give: resolve };
}
