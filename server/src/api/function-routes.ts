import { analyticsRoute } from '../analytics/analytics.route.ts';
import { generateKeyRoute } from '../apps/keys/generate-key.route.ts';
import { resolveKeyRoute } from '../apps/keys/resolve-key.route.ts';
import { attributionRoute } from '../attribution/read/attribution.route.ts';
import { importErrorsRoute, linkImportErrorsRoute } from '../imports/routes/errors.route.ts';
import { startImportRoute } from '../imports/routes/start.route.ts';
import { startLinkImportRoute } from '../imports/routes/start-links.route.ts';
import { importStatusRoute, linkImportStatusRoute } from '../imports/routes/status.route.ts';
import { uploadImportRoute, uploadLinksRoute } from '../imports/routes/upload.route.ts';
import { ingestHealthRoute, ingestRoute } from '../ingest/ingest.route.ts';
import { liveEventsRoute } from '../ingest/live-view/live-events.route.ts';
import { deepLinkRoute } from '../links/deep-link.route.ts';
import { paymentWebhookRoute } from '../payments/receive/payment-webhook.route.ts';
import type { FunctionRoute } from '../platform/http/function-route.ts';
import { forgetRoute } from '../privacy/erasure/forget/forget.route.ts';

/** Every function endpoint: they are mounted, and described in the reference, from this list. */
export const FUNCTION_ROUTES: readonly FunctionRoute[] = [
  ingestRoute,
  deepLinkRoute,
  analyticsRoute,
  attributionRoute,
  ingestHealthRoute,
  liveEventsRoute,
  resolveKeyRoute,
  forgetRoute,
  generateKeyRoute,
  paymentWebhookRoute,
  startImportRoute,
  uploadImportRoute,
  importStatusRoute,
  importErrorsRoute,
  startLinkImportRoute,
  uploadLinksRoute,
  linkImportStatusRoute,
  linkImportErrorsRoute,
];
