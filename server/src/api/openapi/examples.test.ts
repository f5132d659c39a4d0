import { expect, test } from 'vitest';
import { useMails } from '../../platform/auth/session/testing/follow-mails.ts';
import { DOCUMENT, OPERATION_OBJECTS } from '../../testing/document/document-schemas.ts';
import { REAL_VALUES } from '../../testing/document/real-values.ts';
import { perSuite } from '../../testing/per-suite.ts';
import { TEST_ANON_KEY } from '../../testing/test-service.ts';
import { createTenant, freshAddress } from '../../testing/test-tenant.ts';

const { service, mails } = useMails();
const tenant = perSuite(() => createTenant(service));

test('what takes the place of invented values is in the document', () => {
  const ids = OPERATION_OBJECTS.map(({ operation }) => operation.operationId);
  expect(Object.keys(REAL_VALUES).filter((id) => !ids.includes(id))).toEqual([]);
  expect(Object.keys(DOCUMENT.paths).length).toBeGreaterThan(100);
});

// In the order of the document: a campaign that one example makes is the one that another names.
test.each(OPERATION_OBJECTS)(
  'the example of $method $path is taken, or its ids are not found',
  async ({ path, method, operation }) => {
    const real = await REAL_VALUES[operation.operationId]?.({ service, mails });
    const { token = tenant.owner.token, values } = real ?? {};
    const query = (operation.parameters ?? [])
      .filter(({ name, example }) => example !== undefined && !path.includes(`{${name}}`))
      .map(({ name, example }) => [name, values?.[name] ?? String(example)] as [string, string]);
    const [media, body] = Object.entries(operation.requestBody?.content ?? {})[0] ?? [];
    const isJson = media === 'application/json';
    const example = isJson ? { ...(body?.example as object), ...values } : body?.example;
    const response = await service.request(
      `${path.replace('{slug}', 'spring-sale').replace('{token}', values?.token ?? '')}?${new URLSearchParams(query)}`,
      {
        method: method.toUpperCase(),
        headers: {
          apikey: TEST_ANON_KEY,
          ...(token !== '' && { authorization: `Bearer ${token}` }),
          'x-forwarded-for': freshAddress(),
          ...(media && { 'content-type': media }),
        },
        ...(body && { body: isJson ? JSON.stringify(example) : String(example) }),
      },
    );
    const text = await response.text();
    expect([response.status, text]).not.toEqual([400, text]);
    expect(response.status).toBeLessThan(500);
    // With real values, nothing is left that could be wrong.
    if (real) expect([response.status, text]).toEqual([expect.toBeOneOf([200, 204, 302]), text]);
    expect(response.headers.get('location') ?? '').not.toContain('error=');
  },
);
