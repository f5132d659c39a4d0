import { App } from '@tributary/db/apps/app.entity';
import { z } from 'zod';
import { optional, uuid } from '../platform/http/procedures/argument-types.ts';
import { listPage, pageArguments, readPage } from '../platform/http/procedures/list-page.ts';
import { accountProcedure } from '../platform/http/procedures/procedure.ts';
import { appItem, toAppItem } from './app-item.ts';

export const listApps = accountProcedure
  .meta({
    tag: 'apps',
    summary: 'List apps',
    description: 'Lists the apps of the caller’s teams, newest first.',
    role: 'viewer',
    audited: false,
    fails: ['NOT_FOUND'],
    shows: ['p_limit'],
  })
  .input(z.strictObject({ p_app_id: optional(uuid), p_team_id: optional(uuid), ...pageArguments }))
  .output(listPage(appItem))
  .query(async ({ ctx, input }) => {
    const { em, access } = ctx;
    if (input.p_app_id !== null) await access.app(input.p_app_id, 'viewer');
    const teams = access.visibleTeamIds(input.p_team_id);
    const narrowed = {
      customerId: access.accountId,
      teamId: { $in: teams },
      deletedAt: null,
      ...(input.p_app_id !== null && { id: input.p_app_id }),
    };
    return readPage(
      'list_apps',
      input,
      ({ after, options }) => em.find(App, { $and: [narrowed, after] }, options),
      toAppItem,
    );
  });
