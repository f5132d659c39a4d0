import { RESOURCES } from '../../analytics/resources.ts';
import { openBuiltPages } from '../../platform/http/pages/built-pages.ts';
import type { MatrixRow, PublicRow } from './matrix-row.ts';

/** `npm start` and `npm test` build it. */
const CONSOLE = (await openBuiltPages('console')()) ? 200 : 503;

const REPORT = [200, 401, 401, 403, 200, 200, 200, 200, 403, 400];

/** Every analytics resource, of the app: each is requested as JSON, as CSV and through tRPC. */
export const REPORTS: Record<string, readonly number[]> = Object.fromEntries(
  RESOURCES.map(({ name }) => [name, REPORT]),
);

const IMPORT_JOB: MatrixRow = {
  args: ({ importJobId }) => ({ job_id: importJobId }),
  expected: [200, 401, 401, 403, 403, 403, 200, 200, 403, 404],
};

const LINK_IMPORT_JOB: MatrixRow = {
  args: ({ linkImportJobId }) => ({ job_id: linkImportJobId }),
  expected: IMPORT_JOB.expected,
};

/** Every other route, as `METHOD path`; ANY stands for all methods without their own handler. */
export const ENDPOINTS: Record<string, MatrixRow | PublicRow> = {
  'GET /healthz': { expected: 200 },
  'GET /readyz': { expected: 200 },
  'GET /metrics': { expected: 401 },
  'GET /': { expected: 200 },
  'GET /console/*': { expected: CONSOLE },
  'ANY /console/*': { expected: 405 },
  'POST /console/session': { expected: 403 },
  'DELETE /console/session': { expected: 403 },
  'GET /paused': { expected: 200 },
  'GET /openapi.json': { expected: 200 },
  'GET /docs': { expected: 200 },
  'GET /docs/open.js': { expected: 200 },
  'GET /docs/swagger-ui-bundle.js': { expected: 200 },
  'GET /docs/swagger-ui.css': { expected: 200 },
  'GET /docs/guide/*': { expected: 404 },
  'GET /packages': { expected: 200 },
  'GET /packages/:file': { expected: 404 },
  'GET /invitation': { expected: 302 },
  'GET /l/:slug': { expected: 404 },
  'GET /L/:slug': { expected: 404 },
  'GET /v1/deep-link': { args: () => ({ slug: 'nobody-has-this' }), expected: 404 },
  'GET /v1/analytics': {
    args: ({ tenant }) => ({ resource: 'summary', app_id: tenant.appId }),
    expected: [200, 401, 401, 403, 200, 200, 200, 200, 403, 400],
  },
  'GET /v1/attribution': {
    args: ({ tenant }) => ({ app_id: tenant.appId, install_event_id: 'no-such-event' }),
    expected: 401,
  },
  'GET /l/:slug/qr': { expected: 404 },
  'GET /L/:slug/qr': { expected: 404 },
  'ANY /l/:slug': { expected: 405 },
  'ANY /L/:slug': { expected: 405 },
  'ANY /l/:slug/qr': { expected: 405 },
  'ANY /L/:slug/qr': { expected: 405 },
  'GET /.well-known/assetlinks.json': { expected: 200 },
  'GET /.well-known/apple-app-site-association': { expected: 200 },
  'GET /.well-known/tributary-domain.txt': { expected: 404 },
  'GET /internal/domain-allowed': { expected: 404 },
  'HEAD /v1/deep-link': { expected: 400 },
  'GET /reset-password': { expected: 302 },
  'GET /sdk.js': { expected: 200 },
  'GET /sdk.iife.js': { expected: 200 },
  'GET /sdk.json': { expected: 200 },
  'POST /v1/forget': { expected: 400 },
  'POST /v1/ingest': { expected: 200 },
  'GET /v1/ingest/health': { expected: 200 },
  'HEAD /v1/ingest/health': { expected: 200 },
  'GET /v1/live-events': {
    args: ({ tenant }) => ({ app_id: tenant.appId, seconds: '0' }),
    expected: [200, 401, 401, 403, 200, 200, 200, 200, 403, 404],
  },
  'GET /v1/resolve-key': { expected: 401 },
  'POST /v1/payment-webhook': { expected: 400 },
  'POST /v1/generate-key': {
    args: ({ tenant }) => ({ app_id: tenant.appId }),
    expected: [200, 401, 401, 403, 403, 403, 200, 200, 403, 404],
  },
  'POST /v1/migration-importer/start': {
    args: ({ tenant }) => ({ app_id: tenant.appId, source_platform: 'custom' }),
    expected: [200, 401, 401, 403, 403, 403, 200, 200, 403, 403],
  },
  // Without a job.
  'POST /v1/migration-importer/upload': { expected: [400, 401, 401, 403, ...Array(6).fill(400)] },
  'GET /v1/migration-importer/status': IMPORT_JOB,
  'GET /v1/migration-importer/errors': IMPORT_JOB,
  'POST /v1/link-importer/start': {
    args: ({ tenant }) => ({ app_id: tenant.appId, source_platform: 'custom' }),
    expected: [200, 401, 401, 403, 403, 403, 200, 200, 403, 403],
  },
  'POST /v1/link-importer/upload': { expected: [400, 401, 401, 403, ...Array(6).fill(400)] },
  'GET /v1/link-importer/status': LINK_IMPORT_JOB,
  'GET /v1/link-importer/errors': LINK_IMPORT_JOB,
};
