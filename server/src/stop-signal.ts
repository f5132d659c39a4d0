/** Tells this process, once, that it is to stop. */
export interface StopSignal {
  /** Resolves when it is told; being told again changes nothing. */
  readonly received: Promise<void>;
  /** Tells it. */
  readonly give: () => void;
}

/** From now on the signals of `kill`, Ctrl-C and a closed terminal only say that this process is to stop. */
export function listenForStop(): StopSignal {
  const { promise, resolve } = Promise.withResolvers<void>();
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => resolve());
  return { received: promise, give: resolve };
}
