import { z } from 'zod';
import { queryForCustomer } from '../../data-plane/query-for-customer.ts';
import { optional, uuid } from '../../procedures/argument-types.ts';
import { listPage, type PageQuery, pageArguments, readPage } from '../../procedures/list-page.ts';
import { accountProcedure } from '../../procedures/procedure.ts';
import { EVENT_TYPES } from '../networks/ad-network.ts';
import { listStatement } from './list-statement.ts';

const STATUSES = ['pending', 'sent', 'failed'] as const;
const CLASSES = ['permanent', 'transient', 'setting'] as const;

/** A delivery to an ad network. Times are Unix ms. */
const postbackItem = z.object({
  postback_id: z.uuid(),
  config_id: z.uuid(),
  app_id: z.uuid(),
  postback_format: z.string(),
  event_type: z.enum(EVENT_TYPES),
  attribution_id: z.uuid(),
  install_id: z.uuid(),
  /** The payment; null for an install. */
  payment_event_id: z.uuid().nullable(),
  status: z.enum(STATUSES),
  /** Why it failed; null for one that has not. */
  failure_class: z.enum(CLASSES).nullable(),
  /** Every send, the first one first. */
  attempts: z.array(
    z.object({
      at: z.int(),
      http_status: z.int().nullable(),
      class: z.enum(CLASSES).nullable(),
      response: z.string().nullable(),
    }),
  ),
  /** Null for one that is over. */
  next_attempt_at: z.int().nullable(),
  created_at: z.int(),
});

type PostbackItem = z.output<typeof postbackItem>;

/** Lists deliveries to ad networks of the apps of the caller's teams, newest first, each with all of its attempts. */
export const listPostbacks = accountProcedure
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
