import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { perTest } from '../testing/per-suite.ts';
import { createTenant } from '../testing/test-tenant.ts';
import { useService } from '../testing/use-service.ts';
import { processErasure } from './process-erasure.ts';

const service = useService();
const tenant = perTest(() => createTenant(service));

test('an erasure that failed elsewhere, and is deferred, is not answered as complete', async () => {
  const { backgroundPool: pool, changes, erasures } = service.services;
  const receipt = randomUUID();
  await pool.query(
    `insert into erasures (receipt_id, customer_id, scope, requested_by, requested_at, due_at, ids)
     values ($1, $2, 'device', $3, now(), now(), $4)`,
    [receipt, tenant.accountId, tenant.owner.userId, JSON.stringify({ gaid: [randomUUID()] })],
  );
  await pool.query(`
    create function break_off() returns trigger language plpgsql as $$ begin raise exception 'broken off'; end $$;
    create trigger break_off before update on erasures for each row
      when (new.position::text <> old.position::text) execute function break_off();`);
  await expect(processErasure({ pool, changes }, Date.now(), receipt)).rejects.toThrow('broken off');
  await pool.query('drop trigger break_off on erasures; drop function break_off');
  expect(await erasures.run(receipt)).toMatchObject({ complete: false });
});
