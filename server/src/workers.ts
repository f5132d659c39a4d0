import type { Services } from './services.ts';

/** Everything that works beside the requests. Any number of instances may run them. */
export interface Workers {
  /** Finishes what is claimed and stops. */
  stop(): Promise<void>;
}

export function startWorkers(_services: Services): Workers {
  return { stop: async () => {} };
}
