import { betterAuth } from 'better-auth';
import { expect, test } from 'vitest';
import { useService } from '../../../../testing/use-service.ts';

const service = useService();

test('the migrations made what the library of sign-in wants', async () => {
  const { options } = service.services.auth;
  const { advanced } = options;
  const checking = {
    ...options,
    advanced: { ...advanced, database: { ...advanced.database, validateSchema: true } },
  };
  const { checkSchema } = await betterAuth(checking).$context;
  if (checkSchema === undefined) throw new Error('it does not look');
  expect(await checkSchema()).toBeUndefined();
  // What it says when it finds something amiss.
  await service.services.workPool.query('alter table auth_sessions rename column expires_at to ends_at');
  const { checkSchema: checkAgain } = await betterAuth(checking).$context;
  await expect(checkAgain?.()).rejects.toThrow('expires_at');
});
