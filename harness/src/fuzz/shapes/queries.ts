import { RESOURCES } from '@tributary/server/analytics/resources';
import { hostileLength, hostileText } from '../hostile-text.ts';
import type { Shape } from '../shape.ts';

const REPORTS = [...RESOURCES.map(({ name }) => name), 'x'];
const PARAMETERS = [
  'app_id',
  'app_id',
  'team_id',
  'date_from',
  'date_to',
  'cursor',
  'resource',
  '__proto__',
  'a',
];
/** Analytics refuses every request that has one of these, whatever else it asks for. */
const REFUSED = new Set(['cursor', '__proto__', 'a']);

/** Reports and look-ups with arbitrary parameters, some of them given twice. */
export const queries: Shape = {
  name: 'queries',
  share: 8,
  make(random, { asOwner, apiKey, known }) {
    const parameters = new URLSearchParams({ resource: random.pick(REPORTS) });
    const wild = random.chance(0.5);
    for (let count = random.integer(0, 3); count > 0; count--) {
      const name = random.pick(PARAMETERS);
      const honest = String(known[name] ?? '2026-01-31');
      const hostile = [
        '1969-12-31',
        '2026-02-30',
        '',
        '\0',
        '\ud800',
        random.uuid(),
        hostileText(random, Math.floor(hostileLength(random) / 8)),
      ];
      if (wild) parameters.append(name, random.pick([honest, ...hostile]));
      else if (!REFUSED.has(name)) parameters.set(name, name === 'resource' ? random.pick(REPORTS) : honest);
    }
    const path = random.pick([
      `/v1/analytics?${parameters}`,
      `/v1/attribution?install_event_id=${random.uuid()}&${parameters}`,
      `/v1/deep-link?install_event_id=${random.uuid()}&${parameters}`,
    ]);
    return { method: 'GET', path, headers: { ...asOwner, 'x-service-api-key': apiKey } };
  },
};
