import { z } from 'zod';
import { recordAudit } from '../../audit/record-audit.ts';
import { AppError } from '../../errors.ts';
import { optional, text } from '../../procedures/argument-types.ts';
import { accountProcedure } from '../../procedures/procedure.ts';
import { deviceIds } from '../erasure.ts';
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

export const eraseDevice = accountProcedure
  .meta({
    tag: 'data-rights',
    summary: 'Erase a device',
    description:
      'Erases what is held of a device in all apps of the account, by its advertising id ' +
      '(`p_gaid`, of iOS `p_idfa`), its android id or the id that iOS gives a vendor’s apps, or several: then of ' +
      'each. An id may be written with blanks around it, in braces ' +
      'or without dashes. It leaves every counter; its clicks stay counted and its payments stay, ' +
      'without whose they were. What arrives of it later is of a device that was never seen. ' +
      'Answers with the receipt and how many rows of each table were erased; `complete` is false ' +
      'where there was more than could be erased within 20 s: the rest continues in the background. ' +
      'Needs an owner of the account.',
    role: 'owner',
    audited: true,
    fails: [],
    shows: ['p_gaid'],
  })
  .input(z.strictObject({ p_gaid: deviceId, p_android_id: deviceId, p_idfv: deviceId, p_idfa: deviceId }))
  .output(erasureReceipt)
  .mutation(async ({ ctx, input }) => {
    ctx.access.requireAccountOwner();
    const { p_gaid, p_android_id, p_idfv, p_idfa } = input;
    if (p_gaid === null && p_android_id === null && p_idfv === null && p_idfa === null)
      throw new AppError(
        'VALIDATION_ERROR',
        'p_gaid, p_android_id, p_idfv, p_idfa: one of them must be given',
      );
    const { accountId: customerId } = ctx.access;
    const ids = deviceIds({
      gaid: p_gaid ?? [],
      android_id: p_android_id ?? [],
      idfv: p_idfv ?? [],
      idfa: p_idfa ?? [],
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
    const done = await ctx.services.erasures.run(receiptId);
    // From the answer on, whichever instance hears of the device takes it for a new one.
    if (done.complete) await ctx.services.changes.heardEverywhere(ctx.services.workPool);
    return { receipt_id: receiptId, ...done };
  });
