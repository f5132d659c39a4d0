import { afterAll, beforeAll, expect, test } from 'vitest';
import { DEVICE_ID_KINDS } from '../../platform/values/device-id-kinds.ts';
import { startTestService, type TestService } from '../../testing/test-service.ts';
import { deviceKey, deviceKeySql } from './device-key.ts';

const ODD_VALUES = [
  'a',
  ' ',
  ' a b ',
  ':',
  'android_id:x',
  "it's",
  '"quoted"',
  'back\\slash\\n',
  '\\x00ff',
  '%s $1 {}',
  'line\nbreak\r\n\ttab',
  '\u0001',
  'é',
  'e\u0301',
  'ß İ ı',
  '日本語',
  '👩‍👩‍👧 🇩🇪',
  '\u{10ffff}',
  '\ufeffbom',
  '\u202eright to left',
  '0000000000000001',
  'A0EEBC99-9C0B-4EF8-BB6D-6BB9BD380A11',
  'a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11',
  'x'.repeat(63),
  'x'.repeat(64),
  'ü'.repeat(255),
];

let service: TestService;

beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.close());

test.each(DEVICE_ID_KINDS)('PostgreSQL and Node make the same key of any %s', async (kind) => {
  const { rows } = await service.services.workPool.query<{ value: string; key: string }>(
    `select value, ${deviceKeySql('$1::text', 'value')} as key
     from unnest($2::text[]) with ordinality as given (value, place) order by place`,
    [kind, ODD_VALUES],
  );
  expect(rows).toEqual(ODD_VALUES.map((value) => ({ value, key: deviceKey({ [kind]: value }, [kind]) })));
});
