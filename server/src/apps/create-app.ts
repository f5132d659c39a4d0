import { randomBytes, randomUUID } from 'node:crypto';
import { App } from '@tributary/db/apps/app.entity';
import { z } from 'zod';
import { recordAudit } from '../accounts/audit/record-audit.ts';
import { lockAccountExclusively } from '../platform/auth/access/lock-account.ts';
import { AppError } from '../platform/errors/errors.ts';
import { displayName, optional, uuid } from '../platform/http/procedures/argument-types.ts';
import { PAGE_ARGUMENTS } from '../platform/http/procedures/page-text-arguments.ts';
import { accountProcedure } from '../platform/http/procedures/procedure.ts';
import { IOS_ARGUMENTS, iosClipboard, toListingColumns } from './listing-arguments.ts';
import { privacyMode } from './privacy-mode.ts';

/** At least two dot-separated segments, as Android requires of application ids. */
const bundleId = z
  .string()
  .max(255, 'must be 255 characters or fewer')
  .regex(/^[A-Za-z][A-Za-z0-9_-]*(\.[A-Za-z0-9_-]+)+$/, 'must be a bundle id such as com.example.app');

export const createApp = accountProcedure
  .meta({
    tag: 'apps',
    summary: 'Create an app',
    description:
      'Creates an app in a team (the default one if `p_team_id` is omitted) and returns its id. The same app may be on ' +
      'iOS too. Needs the developer role in that team, and room under the plan’s app limit.',
    role: 'developer',
    audited: true,
    fails: ['NOT_FOUND', 'CONFLICT', 'FEATURE_NOT_AVAILABLE'],
  })
  .input(
    z.strictObject({
      p_name: displayName,
      p_bundle_id: bundleId,
      p_team_id: optional(uuid),
      p_privacy_mode: optional(privacyMode),
      p_ios_bundle_id: optional(IOS_ARGUMENTS.p_ios_bundle_id),
      p_ios_team_id: optional(IOS_ARGUMENTS.p_ios_team_id),
      p_app_store_id: optional(IOS_ARGUMENTS.p_app_store_id),
      p_app_store_provider_token: optional(IOS_ARGUMENTS.p_app_store_provider_token),
      p_ios_clipboard: optional(iosClipboard),
      p_description: optional(PAGE_ARGUMENTS.p_description),
      p_image_url: optional(PAGE_ARGUMENTS.p_image_url),
    }),
  )
  .output(z.uuid())
  .mutation(async ({ ctx, input }) => {
    const id = randomUUID();
    await lockAccountExclusively(ctx, async (em, access) => {
      const team = access.team(input.p_team_id, 'developer');
      const { maxApps } = access.plan;
      const count = await em.count(App, { customerId: access.accountId, deletedAt: null });
      if (count >= maxApps) {
        const message = `the plan's limit of apps is reached (${maxApps})`;
        throw new AppError('FEATURE_NOT_AVAILABLE', message, { feature: 'apps' });
      }
      em.create(App, {
        id,
        customerId: access.accountId,
        teamId: team.id,
        name: input.p_name,
        bundleId: input.p_bundle_id,
        signingSecret: ctx.services.keyring.seal('app-signing-secret', id, randomBytes(32).toString('hex')),
        settings: {},
        ...toListingColumns(input),
        privacyMode: input.p_privacy_mode ?? 'standard',
        createdAt: new Date(ctx.services.clock()),
      });
      recordAudit(em, ctx, {
        customerId: access.accountId,
        action: 'create_app',
        targetType: 'app',
        targetId: id,
        details: {
          name: input.p_name,
          bundle_id: input.p_bundle_id,
          team_id: team.id,
          ...(input.p_privacy_mode && { privacy_mode: input.p_privacy_mode }),
        },
      });
    });
    return id;
  });
