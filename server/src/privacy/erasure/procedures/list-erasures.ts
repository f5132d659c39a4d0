import { z } from 'zod';
import { optional, uuid } from '../../../platform/http/procedures/argument-types.ts';
import {
  listPage,
  type PageQuery,
  pageArguments,
  readPage,
} from '../../../platform/http/procedures/list-page.ts';
import { accountProcedure } from '../../../platform/http/procedures/procedure.ts';
import { queryForCustomer } from '../../../platform/store/query-for-customer.ts';
import { ERASURE_SCOPES } from '../erasure.ts';
import { erasureReceipt } from './erasure-receipt.ts';

const item = erasureReceipt.extend({
  scope: z
    .enum(ERASURE_SCOPES)
    .describe(
      'What is erased: all of the `account`, a `device` in all of its apps, or what one `installation` sent.',
    ),
  app_id: z.uuid().nullable().describe('The app of an installation; null for the others.'),
  requested_by: z
    .uuid()
    .nullable()
    .describe('The person who asked for it; null for an installation, which asks for itself.'),
  requested_at: z.int().describe('When it was asked for, Unix ms.'),
  finished_at: z.int().nullable().describe('When it was done, Unix ms; null while it is not.'),
  complete: z.boolean().describe('Whether it is done.'),
});
type Item = z.output<typeof item>;

const ms = (column: string) => `round(extract(epoch from ${column}) * 1000)::float8`;

const READ = {
  name: 'list-erasures',
  text: `
    select receipt_id, scope, app_id, requested_by, ${ms('requested_at')} as requested_at, ${ms('finished_at')} as finished_at,
      erased, finished_at is not null as complete
    from erasures
    where customer_id = $1 and ($2::uuid is null or receipt_id = $2)
      and ($3::timestamptz is null or (erasures.requested_at, receipt_id) < ($3, $4::uuid))
    order by erasures.requested_at desc, receipt_id desc limit $5`,
};

export const listErasures = accountProcedure
  .meta({
    tag: 'data-rights',
    summary: 'List erasures',
    description:
      'Lists the erasures of the account, newest first, with how many rows of each table are erased so far; never the ' +
      'ids of what was erased. Needs an owner of the account.',
    role: 'owner',
    audited: false,
    fails: [],
    shows: ['p_limit'],
  })
  .input(
    z.strictObject({
      p_receipt_id: optional(uuid).describe('Only the erasure with this receipt.'),
      ...pageArguments,
    }),
  )
  .output(listPage(item))
  .query(async ({ ctx, input }) => {
    const { access, services } = ctx;
    access.requireAccountOwner();
    const read = async ({ last, options: { limit } }: PageQuery) => {
      const place = [last?.createdAt.toISOString() ?? null, last?.id ?? null];
      const values = [input.p_receipt_id, ...place, limit];
      const rows = await queryForCustomer<Item>(services.workPool, access.accountId, READ, values);
      return rows.map((row) => ({ id: row.receipt_id, createdAt: new Date(row.requested_at), row }));
    };
    return readPage('list_erasures', input, read, ({ row }) => row);
  });
