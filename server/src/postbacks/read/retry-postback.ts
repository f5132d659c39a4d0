import { AdNetworkConfig } from '@tributary/db/postbacks/ad-network-config.entity';
import { z } from 'zod';
import { recordAudit } from '../../accounts/audit/record-audit.ts';
import { AppError } from '../../platform/errors/errors.ts';
import { uuid } from '../../platform/http/procedures/argument-types.ts';
import { accountProcedure } from '../../platform/http/procedures/procedure.ts';
import { queryForCustomer } from '../../platform/store/query-for-customer.ts';

const FIND = {
  name: 'find-postback',
  text: 'select app_id, config_id from postbacks where customer_id = $1 and postback_id = $2',
};

const RESTART = `
  update postbacks set status = 'pending', failure_class = null, sends = 0, next_attempt_at = ?
  where customer_id = ? and postback_id = ? and status = 'failed'
  returning postback_id`;

const QUEUE =
  'insert into postback_queue (customer_id, postback_id, config_id, due_at) values (?, ?, ?, ?) on conflict do nothing';

export const retryPostback = accountProcedure
  .meta({
    tag: 'ad-networks',
    summary: 'Send a failed delivery again',
    description:
      'Sends a delivery that has failed again, from the beginning of its schedule and with the same ' +
      'id; its attempts stay. Needs the developer role in the app’s team.',
    role: 'developer',
    audited: true,
    fails: ['NOT_FOUND', 'CONFLICT'],
  })
  .input(z.strictObject({ p_postback_id: uuid }))
  .output(z.void())
  .mutation(async ({ ctx, input }) => {
    const { access, services } = ctx;
    const { accountId } = access;
    const id = input.p_postback_id;
    const [found] = await queryForCustomer<{ app_id: string; config_id: string }>(
      services.workPool,
      accountId,
      FIND,
      [id],
    );
    if (!found) throw new AppError('NOT_FOUND', 'no such postback');
    await access.app(found.app_id, 'developer', { deleted: true });
    const now = new Date(services.clock()).toISOString();
    await ctx.em.transactional(async (em) => {
      const config = await em.count(AdNetworkConfig, { id: found.config_id, customerId: accountId });
      if (config === 0) throw new AppError('CONFLICT', 'the ad network config of the postback was deleted');
      const restarted = await em.execute<object[]>(RESTART, [now, accountId, id]);
      if (restarted.length === 0) {
        throw new AppError('CONFLICT', 'only a postback that has failed can be sent again');
      }
      await em.execute(QUEUE, [accountId, id, found.config_id, now]);
      recordAudit(em, ctx, {
        customerId: accountId,
        action: 'retry_postback',
        targetType: 'postback',
        targetId: id,
        details: { app_id: found.app_id, config_id: found.config_id },
      });
    });
  });
