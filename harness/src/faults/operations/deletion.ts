import { setTimeout as pause } from 'node:timers/promises';
import type { FaultRig } from '../fault-rig.ts';
import type { FaultyOperation } from '../operation.ts';
import { call, checkBooks, openShop } from '../shop.ts';

const DEVICES = 50;
/** What an account leaves. */
const KEPT = ['erasures', 'payments'];

/** Nothing of the account is left but its receipt. */
export const deletion: FaultyOperation = {
  name: 'deletion',
  async prepare(rig) {
    const { app } = await openShop(rig, DEVICES);
    const ask = () => call(rig, app, 'delete_my_account_data', { p_confirm: 'Harness' });
    const { process } = await rig.server();
    return {
      start: async () => ({ process, ended: ask().catch(() => {}) }),
      async complete() {
        if (!(await hasErasure(rig, app.accountId))) {
          const { status, body } = await ask();
          if (status !== 200) return [`delete_my_account_data answered ${status} ${JSON.stringify(body)}`];
        }
        await rig.server();
        await untilErased(rig, app.accountId);
        return [...(await findRows(rig, app.accountId)), ...(await checkBooks(rig))];
      },
    };
  },
};

const hasErasure = async (rig: FaultRig, accountId: string) =>
  (await rig.query('select 1 from erasures where customer_id = $1', [accountId])).length > 0;

/** Between the rounds of an erasure are minutes, which are let pass. */
async function untilErased(rig: FaultRig, accountId: string): Promise<void> {
  const pass = `update erasures set requested_at = requested_at - interval '1 hour', due_at = now()
    where customer_id = $1 and due_at > now()`;
  const isUnderWay = 'select 1 from erasures where customer_id = $1 and due_at is not null';
  while ((await rig.query(isUnderWay, [accountId])).length > 0) {
    await rig.query(pass, [accountId]);
    await pause(100);
  }
}

async function findRows(rig: FaultRig, accountId: string): Promise<string[]> {
  const tables = await rig.query<{ name: string }>(
    `select table_name as name from information_schema.columns join information_schema.tables using (table_schema, table_name)
     where table_schema = 'public' and column_name = 'customer_id' and table_type = 'BASE TABLE'`,
  );
  const wrong: string[] = [];
  for (const { name } of tables) {
    if (KEPT.includes(name)) continue;
    const rows = await rig.query(`select 1 from ${name} where customer_id = $1`, [accountId]);
    if (rows.length > 0) wrong.push(`${rows.length} rows of ${name} are left of the account`);
  }
  return wrong;
}
