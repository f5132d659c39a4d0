import { measureRedirects } from '../../links/measure-redirects.ts';
import { type AgainstBench, measureTurn } from '../bench-side.ts';

const REQUESTS = 15_000;

/** Redirects whose clicks are stored. */
export const links: AgainstBench = {
  unit: 'redirect',
  workers: false,
  measure({ service, accounts }, { scale }) {
    const slugs = accounts.flatMap(({ apps }) => apps.flatMap((app) => app.slugs));
    const shape = { slugs, requests: Math.round(REQUESTS * scale), connections: 64 };
    return measureTurn(service, (whenWarm) => measureRedirects(service.origin, shape, whenWarm));
  },
};
