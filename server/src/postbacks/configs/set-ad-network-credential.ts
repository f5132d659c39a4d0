import { z } from 'zod';
import { recordAudit } from '../../accounts/audit/record-audit.ts';
import { lockAccountShared } from '../../platform/auth/access/lock-account.ts';
import { AppError } from '../../platform/errors/errors.ts';
import { text, uuid } from '../../platform/http/procedures/argument-types.ts';
import { accountProcedure } from '../../platform/http/procedures/procedure.ts';
import { findOwnConfig } from './find-own-config.ts';

/** It goes into headers and addresses as it is. */
const credential = text(4096).pipe(
  z
    .string()
    .min(8, 'must be 8 characters or more')
    .regex(/^[\x21-\x7e]+$/, 'must be ASCII without white space'),
);

export const setAdNetworkCredential = accountProcedure
  .meta({
    tag: 'ad-networks',
    summary: 'Store the credential of a network',
    description:
      'Stores the access token that a network’s own format needs, in place of the one before. It is ' +
      'never shown again. Needs the role that creating the config needs.',
    role: 'developer',
    audited: true,
    fails: ['NOT_FOUND', 'CONFLICT'],
  })
  .input(z.strictObject({ p_config_id: uuid, p_credential: credential }))
  .output(z.void())
  .mutation(async ({ ctx, input }) => {
    const { config, network } = await findOwnConfig(ctx.em, ctx.access, input.p_config_id);
    if (!network.needsCredential) {
      throw new AppError(
        'VALIDATION_ERROR',
        `p_config_id: a config of ${network.format} takes no credential: its deliveries are signed`,
      );
    }
    await lockAccountShared(ctx, async (em, access) => {
      await findOwnConfig(em, access, input.p_config_id);
      em.assign(config, {
        credential: ctx.services.keyring.seal('ad-network-credential', config.id, input.p_credential),
        updatedAt: new Date(ctx.services.clock()),
      });
      recordAudit(em, ctx, {
        customerId: config.customerId,
        action: 'set_ad_network_credential',
        targetType: 'ad_network_config',
        targetId: config.id,
        details: { app_id: config.appId },
      });
    });
  });
