import { EventMutator } from '@tributary/server/ingest/testing/mutate-events';
import type { Shape } from '../shape.ts';

/** Events that are wrong in any way, of apps whose secret is known: nested referrers, crowded events and torn bodies. */
export const events: Shape = {
  name: 'events',
  share: 30,
  make(random, { sources }) {
    const mutator = new EventMutator(random.next);
    const [body, headers] = mutator.encode(mutator.anyBody(random.pick(sources)));
    return { method: 'POST', path: '/v1/ingest', headers, body };
  },
};
