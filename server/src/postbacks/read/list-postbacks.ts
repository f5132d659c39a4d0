import { z } from 'zod';
import { optional, uuid } from '../../platform/http/procedures/argument-types.ts';
import {
  listPage,
  type PageQuery,
  pageArguments,
  readPage,
} from '../../platform/http/procedures/list-page.ts';
import { accountProcedure } from '../../platform/http/procedures/procedure.ts';
import { queryForCustomer } from '../../platform/store/query-for-customer.ts';
import { FAILURE_CLASSES } from '../deliver/send/classify-answer.ts';
import { POSTBACK_EVENT_TYPES } from '../networks/ad-network.ts';
import { listStatement } from './list-statement.ts';

const STATUSES = ['pending', 'sent', 'failed', 'skipped'] as const;

/** A delivery to an ad network. Times are Unix ms. */
const postbackItem = z.object({
  postback_id: z.uuid(),
  config_id: z.uuid(),
  app_id: z.uuid(),
  postback_format: z.string(),
  event_type: z.enum(POSTBACK_EVENT_TYPES),
  attribution_id: z.uuid(),
  install_id: z.uuid(),
  payment_event_id: z.uuid().nullable().describe('The payment; null for an install.'),
  status: z.enum(STATUSES),
  failure_class: z
    .enum(FAILURE_CLASSES)
    .nullable()
    .describe('Why it failed, or `consent` for one that the user does not consent to; null otherwise.'),
  attempts: z
    .array(
      z.object({
        at: z.int(),
        http_status: z.int().nullable(),
        class: z.enum(FAILURE_CLASSES).nullable(),
        response: z.string().nullable(),
      }),
    )
    .describe('Every send, the first one first.'),
  next_attempt_at: z.int().nullable().describe('When it is next sent, Unix ms; null for one that is over.'),
  created_at: z.int(),
});

type PostbackItem = z.output<typeof postbackItem>;

export const listPostbacks = accountProcedure
  .meta({
    tag: 'ad-networks',
    summary: 'List deliveries to ad networks',
    description:
      'Lists deliveries to ad networks of the apps of the caller’s teams, newest first, each with ' +
      'all of its attempts.',
    role: 'viewer',
    audited: false,
    fails: ['NOT_FOUND'],
    shows: ['p_limit'],
  })
  .input(
    z.strictObject({
      p_postback_id: optional(uuid),
      p_config_id: optional(uuid),
      p_install_id: optional(uuid),
      p_app_id: optional(uuid),
      p_status: optional(z.enum(STATUSES, `must be one of ${STATUSES.join(', ')}`)),
      ...pageArguments,
    }),
  )
  .output(listPage(postbackItem))
  .query(async ({ ctx, input }) => {
    const { access, services } = ctx;
    const appIds = await access.visibleAppIds(input.p_app_id);
    const narrowing = {
      postbackId: input.p_postback_id,
      installId: input.p_install_id,
      configId: input.p_config_id,
      status: input.p_status,
    };
    const read = async ({ last, options: { limit } }: PageQuery) => {
      const { statement, values } = listStatement({ appIds, limit, narrowing, last });
      const rows = await queryForCustomer<PostbackItem>(
        services.workPool,
        access.accountId,
        statement,
        values,
      );
      return rows.map((row) => ({ id: row.postback_id, createdAt: new Date(row.created_at), row }));
    };
    return readPage('list_postbacks', input, read, ({ row }) => row);
  });
