import { expect, test } from 'vitest';
import { perSuite } from '../testing/per-suite.ts';
import { createTenant } from '../testing/test-tenant.ts';
import { useService } from '../testing/use-service.ts';

const service = useService();
const tenant = perSuite(() => createTenant(service));

const sql = (text: string, values: unknown[]) => service.services.workPool.query(text, values);
const create = (name: string) =>
  tenant.owner.rpc('create_app', { p_name: name, p_bundle_id: `com.example.${name}` });

test('seals the signing secret and writes down who made the app', async () => {
  const id = (await (await create('sealed')).json()) as string;
  const { rows } = await sql('select signing_secret from apps where id = $1', [id]);
  expect(service.services.keyring.open('app-signing-secret', id, rows[0].signing_secret)).toMatch(
    /^[0-9a-f]{64}$/,
  );
  const audit = await sql('select * from audit_log where target_id = $1', [id]);
  expect(audit.rows).toMatchObject([
    { action: 'create_app', user_id: tenant.owner.userId, customer_id: tenant.accountId },
  ]);
  expect(JSON.stringify(audit.rows)).not.toContain(rows[0].signing_secret);
});

test('lets two calls at once not both take the last place of the plan', async () => {
  await sql(`update accounts set plan = 'growth' where id = $1`, [tenant.accountId]);
  const { rows } = await sql('select count(*)::int as n from apps where customer_id = $1', [
    tenant.accountId,
  ]);
  const answers = await Promise.all(Array.from({ length: 14 }, (_, n) => create(`burst${n}`)));
  expect(answers.filter((answer) => answer.status === 200)).toHaveLength(10 - rows[0].n);
  const refused = answers.find((answer) => answer.status === 403);
  expect(await refused?.json()).toMatchObject({
    error: "the plan's limit of apps is reached (10)",
    code: 'FEATURE_NOT_AVAILABLE',
    feature: 'apps',
  });
});
