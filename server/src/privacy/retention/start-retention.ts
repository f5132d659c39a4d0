import type { Logger } from 'pino';
import { startWorkLoop, type WorkLoop } from '../../platform/jobs/work-loop.ts';
import { HOUR_MS } from '../../platform/values/hour-ms.ts';
import { type RetentionParts, runRetention } from './run-retention.ts';

const REST_MS = HOUR_MS;

/** Lets old rows go at the start and every hour. Any number may run, in any number of processes. */
export function startRetention({ log, ...parts }: RetentionParts & { readonly log: Logger }): WorkLoop {
  const stop = new AbortController();
  const loop = startWorkLoop({
    work: async () => {
      const gone = await runRetention({ ...parts, signal: stop.signal });
      if (gone.events + gone.clicks > 0) log.info(gone, 'old events and clicks went');
      return false;
    },
    restMs: REST_MS,
    onFailure: (err) => log.warn({ err }, 'old events and clicks cannot be removed; it will be tried again'),
  });
  return {
    stop() {
      stop.abort();
      return loop.stop();
    },
  };
}
