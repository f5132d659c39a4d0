import { hostileLength, hostileText } from '../hostile-text.ts';
import type { Shape } from '../shape.ts';

const HEADERS = [
  'x-forwarded-for',
  'authorization',
  'accept',
  'accept-language',
  'accept-encoding',
  'user-agent',
  'cookie',
  'content-encoding',
  'content-type',
  'x-service-api-key',
  'apikey',
  'if-none-match',
  'forwarded',
  'origin',
  'trpc-accept',
  'range',
  'x-real-ip',
  'via',
  'referer',
  'last-event-id',
];
const PATHS = [
  '/healthz',
  '/readyz',
  '/metrics',
  '/',
  '/sdk.js',
  '/nothing',
  '/.well-known/assetlinks.json',
  '/v1/ingest',
  '/v1/ingest/health',
  '/v1/resolve-key',
  '/v1/generate-key',
  '/v1/analytics?resource=summary',
  '/v1/analytics?resource=health',
  '/v1/deep-link?slug=fuzzed-link',
  '/v1/attribution?app_id=x',
  '/l/fuzzed-link',
  '/l/fuzzed-link/qr',
  '/rest/v1/rpc/list_apps',
  '/trpc/list_apps',
  '/api/auth/get-session',
  '/api/auth/list-sessions',
];

/** Long headers made of pieces that are slow to parse, sent to any path. */
export const headers: Shape = {
  name: 'headers',
  share: 15,
  make(random, { asOwner, apiKey }) {
    const hostile: Record<string, string> = {};
    let left = 12_000;
    for (let count = random.integer(1, 3); count > 0; count--) {
      const text = hostileText(random, Math.min(left, hostileLength(random)));
      hostile[random.pick(HEADERS)] = text;
      left -= text.length;
    }
    const honest = random.chance(0.5) ? { ...asOwner, 'x-service-api-key': apiKey } : {};
    const method = random.pick(['GET', 'GET', 'GET', 'HEAD', 'POST', 'OPTIONS', 'PUT', 'DELETE', 'PATCH']);
    const body = method === 'POST' || method === 'PUT' ? { body: '{}' } : {};
    return { method, path: random.pick(PATHS), headers: { ...honest, ...hostile }, ...body };
  },
};
