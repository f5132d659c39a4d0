import { hostileLength, hostileText } from '../hostile-text.ts';
import type { Shape } from '../shape.ts';

/** Visits to links, with any query and any browser. */
export const visits: Shape = {
  name: 'visits',
  share: 15,
  make(random, { slugs }) {
    const query = encodeURI(hostileText(random, Math.floor(hostileLength(random) / 3))).replaceAll(
      '#',
      '%23',
    );
    const slug = random.chance(0.9) ? random.pick(slugs) : encodeURIComponent(hostileText(random, 40));
    const path = random.pick([
      `/l/${slug}?${query}`,
      `/v1/deep-link?slug=${slug}&${query}`,
      `/v1/deep-link?${query}`,
      `/v1/deep-link?click_id=${random.uuid()}&${query}`,
    ]);
    const agent = random.pick([
      'Mozilla/5.0 (Linux; Android 14; SM-A155F) Chrome/142 Mobile',
      hostileText(random, 600),
    ]);
    const headers = { 'user-agent': agent, 'accept-language': hostileText(random, 60) };
    return { method: random.pick(['GET', 'GET', 'HEAD']), path, headers };
  },
};
