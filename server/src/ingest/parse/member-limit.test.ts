import { signCanonical } from '@tributary/sdk/wire/sign';
import { describe, expect, test } from 'vitest';
import { perSuite } from '../../testing/per-suite.ts';
import { postEvents } from '../../testing/post-events.ts';
import { eventOf, signedEvent } from '../../testing/signed-event.ts';
import { createTenant } from '../../testing/test-tenant.ts';
import { useService } from '../../testing/use-service.ts';
import { checkShape } from '../check/check-shape.ts';
import { EVENT_FIELD_RULES } from '../fields/event-field-rules.ts';
import { splitRequest } from './split-request.ts';

const BODY_LIMIT = 262_144;
const MESSAGE = 'the event has more than 256 top-level members';

const service = useService();
const tenant = perSuite(() => createTenant(service));

/** Unknown members that fill an event up to a number, including its signature. */
function fillTo(count: number): Record<string, number> {
  const missing = count - Object.keys(signedEvent(tenant)).length;
  return Object.fromEntries(Array.from({ length: missing }, (_, n) => [`x${n}`, n]));
}

/** The same event with whitespace, as a client in another language may print it. */
function spaced(count: number): string {
  const members = Object.entries(eventOf(tenant, fillTo(count))).sort(([a], [b]) => (a < b ? -1 : 1));
  const canonical = `{${members.map(([name, value]) => `"${name}":${JSON.stringify(value)}`).join(',')}}`;
  const texts = members.map(([name, value]) => `"${name}" : ${JSON.stringify(value)}`);
  return `{ ${[...texts, `"signature": "${signCanonical(canonical, tenant.sdkSecret)}"`].join(' , ')} }`;
}

describe.each<[string, (count: number) => string]>([
  ['as our SDK prints it', (count) => JSON.stringify(signedEvent(tenant, fillTo(count)))],
  ['with white space', spaced],
])('an event %s', (_how, print) => {
  test.each([
    [255, 'accepted', undefined],
    [256, 'accepted', undefined],
    [257, 'rejected', MESSAGE],
    [400, 'rejected', MESSAGE],
  ])('with %i members is %s', async (count, status, error) => {
    const { results } = await postEvents(service, print(count));
    expect(results).toMatchObject([{ status, ...(error && { code: 'VALIDATION_ERROR', error }) }]);
  });

  test('with too many members does not stop the others of its batch', async () => {
    const { results } = await postEvents(service, `{"events":[${print(256)},${print(257)},${print(20)}]}`);
    expect(results.map(({ status }) => status)).toEqual(['accepted', 'rejected', 'accepted']);
    expect(results[1]?.event_id).toMatch(/^[0-9a-f-]{36}$/);
  });
});

/** As many members as fit into a body. */
function full(member: (n: number) => string): string {
  const members: string[] = [];
  for (let length = 2; ; ) {
    const next = member(members.length);
    length += next.length + 1;
    if (length > BODY_LIMIT) return `{${members.join(',')}}`;
    members.push(next);
  }
}

describe('of an event with as many members as a body can hold', () => {
  test.each([
    ['of one name', full(() => '"a":1')],
    ['without a name', full(() => '"":1')],
    ['of a name in escapes', full(() => '"\\u0061":1')],
    ['of names of their own', full((n) => `"${n.toString(36)}":1`)],
    ['of numbers for names', full((n) => `"${n}":1`)],
    ['with white space', full(() => '"a" : 1')],
  ])('%s, none is kept and none is named', (_what, text) => {
    const [event] = splitRequest(text);
    expect(event).toMatchObject({ members: [], canonical: '', depth: 1 });
    const result = event && checkShape(event);
    expect(result).toMatchObject({ ok: false, error: expect.stringContaining(MESSAGE) });
    expect(result?.ok === false ? result.error : '').not.toContain('twice');
  });

  test('its nesting is reported as well', () => {
    const [event] = splitRequest(`{${'"a":1,'.repeat(300)}"b":${'['.repeat(40)}${']'.repeat(40)}}`);
    expect(event && checkShape(event)).toMatchObject({
      error: expect.stringContaining('nested deeper than 32 levels'),
    });
  });
});

test('the error of an event in which everything is wrong stays short', () => {
  // What is wrong in a statement of consent or a network token costs that alone.
  const costsItselfAlone = ['consent', 'network_token'];
  const names = Object.keys(EVENT_FIELD_RULES).filter((name) => !costsItselfAlone.includes(name));
  const wrong = names.map((name) => `"${name}":[${'['.repeat(40)}${']'.repeat(40)}]`);
  const twice = Array.from({ length: 90 }, (_, n) => `"${n}${'n'.repeat(300)}":1`);
  const [event] = splitRequest(`{${[...wrong, ...twice, ...twice].join(',')}}`);
  const result = event && checkShape(event);
  const error = result?.ok === false ? result.error : '';
  for (const name of names) expect(error).toContain(`${name} must `);
  expect(error).toContain('is given twice');
  expect(error.length).toBeLessThan(5000);
});
