import { AuditEntry } from '@tributary/db/accounts/audit-entry.entity';
import { z } from 'zod';
import { findPeople } from '../../platform/auth/session/find-people.ts';
import { optional, uuid } from '../../platform/http/procedures/argument-types.ts';
import { listPage, pageArguments, readPage } from '../../platform/http/procedures/list-page.ts';
import { accountProcedure } from '../../platform/http/procedures/procedure.ts';

const auditItem = z.object({
  id: z.uuid(),
  at: z.int(),
  user_id: z
    .uuid()
    .nullable()
    .describe(
      'The user who made it; null for an operator’s command, and for an app that asked to be forgotten.',
    ),
  email: z.string().nullable(),
  action: z
    .string()
    .describe('The name of the procedure or of the operator’s command, or `forget_installation`.'),
  target_type: z.string().nullable(),
  target_id: z.uuid().nullable(),
  ip: z.string().nullable(),
  details: z.record(z.string(), z.unknown()),
});

export const listAuditLog = accountProcedure
  .meta({
    tag: 'accounts',
    summary: 'List what was changed, and by whom',
    description:
      'Lists the changes of the account’s state, newest first, optionally by one user or of one ' +
      'resource. Requires an account owner.',
    role: 'owner',
    audited: false,
    fails: [],
    shows: ['p_limit'],
  })
  .input(
    z.strictObject({
      p_entry_id: optional(uuid),
      p_user_id: optional(uuid),
      p_target_id: optional(uuid),
      ...pageArguments,
    }),
  )
  .output(listPage(auditItem))
  .query(async ({ ctx, input }) => {
    ctx.access.requireAccountOwner();
    const narrowed = {
      customerId: ctx.access.accountId,
      ...(input.p_entry_id !== null && { id: input.p_entry_id }),
      ...(input.p_user_id !== null && { userId: input.p_user_id }),
      ...(input.p_target_id !== null && { targetId: input.p_target_id }),
    };
    const page = await readPage(
      'list_audit_log',
      input,
      ({ after, options }) => ctx.em.find(AuditEntry, { $and: [narrowed, after] }, options),
      (entry) => entry,
    );
    const people = await findPeople(
      ctx.services.workPool,
      page.items.map(({ userId }) => userId),
    );
    const items = page.items.map((entry) => ({
      id: entry.id,
      at: entry.createdAt.getTime(),
      user_id: entry.userId ?? null,
      email: people.get(entry.userId ?? '')?.email ?? null,
      action: entry.action,
      target_type: entry.targetType ?? null,
      target_id: entry.targetId ?? null,
      ip: entry.ip ?? null,
      details: entry.details,
    }));
    return { ...page, items };
  });
