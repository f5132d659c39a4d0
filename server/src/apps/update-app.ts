import { z } from 'zod';
import { recordAudit } from '../accounts/audit/record-audit.ts';
import { displayName, optional, uuid } from '../platform/http/procedures/argument-types.ts';
import { PAGE_ARGUMENTS } from '../platform/http/procedures/page-text-arguments.ts';
import { accountProcedure } from '../platform/http/procedures/procedure.ts';
import { removable } from '../platform/http/procedures/removable.ts';
import { appItem, toAppItem } from './app-item.ts';
import { appSettings } from './app-settings.ts';
import { IOS_ARGUMENTS, iosClipboard, toListingColumns } from './listing-arguments.ts';
import { privacyMode } from './privacy-mode.ts';
import { revenueSource } from './revenue-source.ts';

export const updateApp = accountProcedure
  .meta({
    tag: 'apps',
    summary: 'Change an app',
    description:
      'Renames an app or changes its settings. Null leaves a value unchanged, "" removes what it is on iOS, and what its landing pages show; `p_settings` replaces ' +
      'all settings, so that omitted ones return to their defaults. `p_revenue_source` says which ' +
      'revenue the totals take: `payments`, `events` (SDK purchases), or `both`. `p_privacy_mode` holds in every ' +
      'instance from the answer on. Returns the app. ' +
      'Needs the developer role in its team.',
    role: 'developer',
    audited: true,
    fails: ['NOT_FOUND', 'CONFLICT'],
    shows: ['p_name', 'p_settings', 'p_revenue_source'],
  })
  .input(
    z.strictObject({
      p_app_id: uuid,
      p_name: optional(displayName),
      p_settings: optional(appSettings),
      p_revenue_source: optional(revenueSource),
      p_privacy_mode: optional(privacyMode),
      p_ios_bundle_id: removable(IOS_ARGUMENTS.p_ios_bundle_id),
      p_ios_team_id: removable(IOS_ARGUMENTS.p_ios_team_id),
      p_app_store_id: removable(IOS_ARGUMENTS.p_app_store_id),
      p_app_store_provider_token: removable(IOS_ARGUMENTS.p_app_store_provider_token),
      p_ios_clipboard: optional(iosClipboard),
      p_description: removable(PAGE_ARGUMENTS.p_description),
      p_image_url: removable(PAGE_ARGUMENTS.p_image_url),
    }),
  )
  .output(appItem)
  .mutation(async ({ ctx, input }) => {
    const app = await ctx.access.app(input.p_app_id, 'developer');
    await ctx.em.transactional(async (em) => {
      em.assign(app, {
        ...(input.p_name !== null && { name: input.p_name }),
        ...(input.p_settings !== null && { settings: input.p_settings }),
        ...(input.p_revenue_source !== null && { revenueSource: input.p_revenue_source }),
        ...toListingColumns(input),
        ...(input.p_privacy_mode !== null && { privacyMode: input.p_privacy_mode }),
      });
      recordAudit(em, ctx, {
        customerId: app.customerId,
        action: 'update_app',
        targetType: 'app',
        targetId: app.id,
        details: {
          name: input.p_name,
          settings: input.p_settings,
          revenue_source: input.p_revenue_source,
          ...toListingColumns(input),
          ...(input.p_privacy_mode && { privacy_mode: input.p_privacy_mode }),
        },
      });
    });
    // What is stored from the answer on is stored in the new mode, whichever instance takes it.
    if (input.p_privacy_mode !== null) await ctx.services.changes.heardEverywhere(ctx.services.workPool);
    return toAppItem(app);
  });
