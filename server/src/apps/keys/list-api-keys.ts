import { ApiKey } from '@tributary/db/apps/api-key.entity';
import { z } from 'zod';
import { optional, uuid } from '../../platform/http/procedures/argument-types.ts';
import { listPage, pageArguments, readPage } from '../../platform/http/procedures/list-page.ts';
import { accountProcedure } from '../../platform/http/procedures/procedure.ts';

const keyItem = z.object({
  id: z.uuid(),
  app_id: z.uuid(),
  label: z.string(),
  status: z.enum(['active', 'revoked']),
  created_at: z.int(),
  revoked_at: z.int().nullable(),
});

export const listApiKeys = accountProcedure
  .meta({
    tag: 'apps',
    summary: 'List SDK keys',
    description:
      'Lists the SDK keys of the apps of the caller’s teams, newest first, optionally of one app or ' +
      'with one id; never the keys themselves.',
    role: 'viewer',
    audited: false,
    fails: ['NOT_FOUND'],
    shows: ['p_limit'],
  })
  .input(z.strictObject({ p_key_id: optional(uuid), p_app_id: optional(uuid), ...pageArguments }))
  .output(listPage(keyItem))
  .query(async ({ ctx, input }) => {
    const { em, access } = ctx;
    const narrowed = {
      customerId: access.accountId,
      appId: { $in: await access.visibleAppIds(input.p_app_id) },
      ...(input.p_key_id !== null && { id: input.p_key_id }),
    };
    return readPage(
      'list_api_keys',
      input,
      ({ after, options }) => em.find(ApiKey, { $and: [narrowed, after] }, options),
      (key) => ({
        id: key.id,
        app_id: key.appId,
        label: key.label,
        status: key.revokedAt ? ('revoked' as const) : ('active' as const),
        created_at: key.createdAt.getTime(),
        revoked_at: key.revokedAt?.getTime() ?? null,
      }),
    );
  });
