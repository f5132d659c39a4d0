import { z } from 'zod';
import { AppError } from '../../platform/errors/errors.ts';
import type { FunctionRoute } from '../../platform/http/function-route.ts';
import { readQuery } from '../../platform/http/requests/read-query.ts';
import { PENDING } from '../../platform/http/route-facts.ts';
import { findSdkInstall, installQuery } from './find-sdk-install.ts';

const attributed = z.object({
  status: z.literal('attributed'),
  model: z.string(),
  channel: z.string(),
  campaign_id: z.uuid().nullable(),
  confidence_score: z.int(),
  reason: z.string(),
  is_final: z.literal(true).describe('A decision never changes.'),
});

export const attributionRoute: FunctionRoute = {
  path: 'attribution',
  about: {
    tag: 'attribution',
    summary: 'Read the attribution of an install',
    description:
      'What an install of the app was attributed to, for the SDK that sent it, as often as it asks. 202 while it is ' +
      'undecided; 404 for an event that is no install of the app.',
    security: [['sdkKey']],
    query: installQuery,
    example: {
      query: { app_id: '7c1f2b9e-4a1d-4c52-9a55-0d2f6a3b8e10', install_event_id: 'evt-0123456789' },
    },
    answers: {
      200: { means: 'It is decided.', content: { 'application/json': attributed } },
      202: PENDING,
    },
    fails: ['NOT_FOUND'],
  },
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
      const decided = { model, channel, campaign_id, confidence_score, reason };
      return c.json({ status: 'attributed', ...decided, is_final: true });
    },
  },
};
