import { expect, test } from 'vitest';
import { DOCUMENT, OPERATION_OBJECTS } from '../testing/document/document-schemas.ts';
import { perSuite } from '../testing/per-suite.ts';
import { TEST_ANON_KEY } from '../testing/test-service.ts';
import { createTenant, freshAddress } from '../testing/test-tenant.ts';
import { useService } from '../testing/use-service.ts';

const service = useService();
const tenant = perSuite(() => createTenant(service));

/** Their examples cannot be taken: each needs something that exists once. */
const NEED_REAL_ONES = [
  'delete_my_account_data',
  'accept_invitation',
  'auth_reset_password',
  'auth_reset_password_link',
  'auth_verify_email',
  'auth_revoke_session',
  'auth_two_factor_verify_totp',
  'auth_two_factor_verify_backup_code',
  'auth_change_password',
  'auth_change_email',
  'auth_two_factor_enable',
  'auth_two_factor_disable',
  'auth_two_factor_generate_backup_codes',
];
/** They end the session of the others. */
const ENDINGS = ['auth_sign_out', 'auth_revoke_sessions', 'auth_revoke_other_sessions'];

// In the order of the document: a campaign that one example makes is the one that another names.
const sent = OPERATION_OBJECTS.filter(
  ({ operation: { operationId } }) => ![...NEED_REAL_ONES, ...ENDINGS].includes(operationId),
);

test('what is not sent is in the document', () => {
  const ids = OPERATION_OBJECTS.map(({ operation }) => operation.operationId);
  expect([...NEED_REAL_ONES, ...ENDINGS].filter((id) => !ids.includes(id))).toEqual([]);
  expect(Object.keys(DOCUMENT.paths).length).toBeGreaterThan(100);
});

test.each(sent)(
  'the example of $method $path is taken, or its ids are not found',
  async ({ path, method, operation }) => {
    const query = (operation.parameters ?? []).flatMap(({ name, example }) =>
      example === undefined ? [] : [[name, String(example)] as [string, string]],
    );
    const [media, body] = Object.entries(operation.requestBody?.content ?? {})[0] ?? [];
    const example = body?.example;
    const response = await service.request(
      `${path.replace('{slug}', 'spring-sale')}?${new URLSearchParams(query)}`,
      {
        method: method.toUpperCase(),
        headers: {
          apikey: TEST_ANON_KEY,
          authorization: `Bearer ${tenant.owner.token}`,
          'x-forwarded-for': freshAddress(),
          ...(media && { 'content-type': media }),
        },
        ...(body && { body: media === 'application/json' ? JSON.stringify(example) : String(example) }),
      },
    );
    expect([response.status, response.status === 400 ? await response.text() : '']).not.toEqual([
      400,
      expect.anything(),
    ]);
    expect(response.status).toBeLessThan(500);
  },
);
