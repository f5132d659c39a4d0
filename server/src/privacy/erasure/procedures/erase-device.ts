import { z } from 'zod';
import { recordAudit } from '../../../accounts/audit/record-audit.ts';
import { usableUserId } from '../../../attribution/devices/device-identifiers.ts';
import { AppError } from '../../../platform/errors/errors.ts';
import { optional, text } from '../../../platform/http/procedures/argument-types.ts';
import { accountProcedure } from '../../../platform/http/procedures/procedure.ts';
import { deviceIds, type ErasedRows } from '../erasure.ts';
import { spellingsOfId } from '../spellings-of-id.ts';
import { startErasure } from '../start-erasure.ts';
import { erasureReceipt } from './erasure-receipt.ts';
import { refuseSharedIds } from './refuse-shared-ids.ts';

const deviceId = optional(
  text(256).transform((given, ctx) => {
    const spellings = spellingsOfId(given);
    if (spellings.length > 0) return spellings;
    ctx.addIssue({
      code: 'custom',
      message: 'must be an id that identifies one device, not zeros or another constant',
    });
    return z.NEVER;
  }),
);

const userId = optional(
  text(512).transform((given, ctx) => {
    const id = usableUserId(given);
    if (id !== null) return id;
    ctx.addIssue({ code: 'custom', message: 'must name one user, not stand for one that is missing' });
    return z.NEVER;
  }),
);

const stays = z
  .array(
    z.object({
      what: z.string().describe('Of what.'),
      rows: z.int(),
      why: z.string().describe('A sentence.'),
    }),
  )
  .describe('What stays of it, and why. No row of it has an id of the device.');

function staying(erased: ErasedRows, usersOfOthers: number): z.output<typeof stays> {
  const kept = [
    {
      what: 'clicks',
      rows: erased.clicks ?? 0,
      why: 'they stay counted for their links, without whose they were',
    },
    {
      what: 'payments',
      rows: erased.payments ?? 0,
      why: 'they are the account’s books, without whose they were',
    },
    {
      what: 'users',
      rows: usersOfOthers,
      why: 'another device is theirs too: p_user_id erases all that names them',
    },
  ];
  return kept.filter(({ rows }) => rows > 0);
}

export const eraseDevice = accountProcedure
  .meta({
    tag: 'data-rights',
    summary: 'Erase a device',
    description:
      'Erases what is held of a device in all apps of the account, by its advertising id ' +
      '(`p_gaid`, of iOS `p_idfa`), its android id, the id that iOS gives a vendor’s apps, the id of an installation ' +
      'or what an app calls its user (`p_user_id`: then every device that was theirs), or several: then of each. An id may be written with blanks around it, in braces ' +
      'or without dashes. It leaves every counter; its clicks stay counted and its payments stay, ' +
      'without whose they were. What arrives of it later is of a device that was never seen. ' +
      'Answers with the receipt and how many rows of each table were erased; `complete` is false ' +
      'where there was more than could be erased within 20 s: the rest continues in the background. `stays` says ' +
      'what is kept, and why. ' +
      'Needs an owner of the account.',
    role: 'owner',
    audited: true,
    fails: [],
    shows: ['p_gaid'],
  })
  .input(
    z.strictObject({
      p_gaid: deviceId,
      p_android_id: deviceId,
      p_idfv: deviceId,
      p_idfa: deviceId,
      p_installation_id: deviceId.describe('The id that the SDK gave an installation.'),
      p_user_id: userId.describe('What the app calls the user.'),
    }),
  )
  .output(erasureReceipt.extend({ stays }))
  .mutation(async ({ ctx, input }) => {
    ctx.access.requireAccountOwner();
    const { p_gaid, p_android_id, p_idfv, p_idfa, p_installation_id, p_user_id } = input;
    if (Object.values(input).every((given) => given === null))
      throw new AppError('VALIDATION_ERROR', `${Object.keys(input).join(', ')}: one of them must be given`);
    const { accountId: customerId } = ctx.access;
    const ids = deviceIds({
      gaid: p_gaid ?? [],
      android_id: p_android_id ?? [],
      idfv: p_idfv ?? [],
      idfa: p_idfa ?? [],
      installation_id: p_installation_id ?? [],
      ...(p_user_id !== null && { user_id: [p_user_id], given_users: [p_user_id] }),
    });
    await refuseSharedIds(ctx.services.workPool, customerId, ids);
    const receiptId = await ctx.em.transactional(async (em) => {
      const receipt = await startErasure(em, {
        customerId,
        requestedBy: ctx.session.userId,
        requestedAt: ctx.services.clock(),
        ids,
      });
      // Without the ids: the log would keep what is being erased.
      recordAudit(em, ctx, {
        customerId,
        action: 'erase_device',
        targetType: 'receipt',
        targetId: receipt,
      });
      return receipt;
    });
    const { erased, complete, usersOfOthers } = await ctx.services.erasures.run(receiptId);
    // From the answer on, whichever instance hears of the device takes it for a new one.
    if (complete) await ctx.services.changes.heardEverywhere(ctx.services.workPool);
    return { receipt_id: receiptId, erased, complete, stays: staying(erased, usersOfOthers) };
  });
