import { AppError } from '../../errors.ts';
import type { FunctionRoute } from '../../http/function-route.ts';
import { readQuery } from '../../http/requests/read-query.ts';
import { findSdkInstall } from './find-sdk-install.ts';

/**
 * `GET /v1/attribution?app_id=&install_event_id=`, with the app's X-Service-Api-Key: the install's attribution, as
 * often as requested; 202 while it is pending, 404 for an event that is not an install of the app.
 */
export const attributionRoute: FunctionRoute = {
  path: 'attribution',
  cors: true,
  methods: {
    GET: async (c, services) => {
      const { customerId, state } = await findSdkInstall(
        services,
        readQuery(c),
        c.req.header('x-service-api-key'),
      );
      if (state.kind === 'unknown') throw new AppError('NOT_FOUND', 'no such install event');
      c.set('accountId', customerId);
      c.header('Cache-Control', 'no-store');
      if (state.kind !== 'decided') return c.json({ status: 'pending' }, 202);
      const { model, channel, campaign_id, confidence_score, reason } = state;
      return c.json({ status: 'attributed', model, channel, campaign_id, confidence_score, reason });
    },
  },
};
