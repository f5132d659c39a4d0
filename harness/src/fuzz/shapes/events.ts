import { EventMutator } from '@tributary/server/ingest/testing/mutate-events';
import type { Shape } from '../shape.ts';

/**
 * Invalid events of all kinds, from apps whose secret is known: nested referrers, too many members and truncated
 * bodies.
 */
export const events: Shape = {
  name: 'events',
  share: 30,
  make(random, { sources }) {
    const mutator = new EventMutator(random.next);
    const [body, headers] = mutator.encode(mutator.anyBody(random.pick(sources)));
    return { method: 'POST', path: '/v1/ingest', headers, body };
  },
};
