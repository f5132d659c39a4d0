import type { Random } from '@tributary/server/testing/random';
import { argumentsText, type KnownProcedure, PROCEDURES } from '../procedure-arguments.ts';
import type { Shape } from '../shape.ts';

/** superjson annotations, supported and unsupported. */
const MARKS = [
  '["undefined"]',
  '["Date"]',
  '["bigint"]',
  '["number"]',
  '["set"]',
  '["map"]',
  '["regexp"]',
  '["URL"]',
  '["Error"]',
  '[["typed-array","Float64Array"]]',
  '[["typed-array","Uint8Array"]]',
  '[["class","Buffer"]]',
  '[["custom","x"]]',
  '[["symbol","x"]]',
  '["undefined",{"a":["Date"]}]',
  '{"a":["Date"]}',
  '[]',
  '7',
  'null',
  '"Date"',
];
const PATHS = [
  '',
  'a',
  '0',
  'a.4294967294',
  '__proto__',
  'a.__proto__.b',
  'constructor.prototype',
  'a\\\\',
  '.'.repeat(400),
];
/** Long enough to cost gigabytes if a typed array were created from it. */
const BIG = '1000000000';

/** tRPC calls: single and batched, by GET and POST, with annotations of every kind. */
export const trpcCalls: Shape = {
  name: 'tRPC calls',
  share: 12,
  make(random, world) {
    const procedure = random.pick(PROCEDURES);
    const times = random.pick([0, 0, 0, 0, 1, 2, 3, 20, 21]);
    const input = () => inputText(random, argumentsText(random, world, procedure.args), procedure);
    const path = `/trpc/${Array(Math.max(1, times)).fill(procedure.name).join(',')}`;
    const batch = `{${Array.from({ length: times }, (_, n) => `"${n}":${input()}`).join(',')}}`;
    const text = times > 0 ? batch : input();
    const type = random.chance(0.9)
      ? 'application/json'
      : random.pick(['multipart/form-data', 'text/plain', 'x']);
    const headers = { ...world.asOwner, 'content-type': type };
    const query = times > 0 ? '?batch=1' : '?';
    if (procedure.isQuery && text.length < 4000 && random.chance(0.95)) {
      const asked = `${path}${query}&input=${encodeURIComponent(text.toWellFormed())}`;
      return { method: 'GET', path: asked, headers: world.asOwner };
    }
    return { method: 'POST', path: path + query, headers, body: text };
  },
};

function inputText(random: Random, args: string, { args: names }: KnownProcedure): string {
  if (random.chance(0.6)) return `{"json":${args}}`;
  const paths = [...names, ...PATHS];
  const marked = Array.from({ length: random.pick([0, 1, 2, 3, 257, 3000]) }, (_, n) => {
    return `${JSON.stringify(n < 3 ? random.pick(paths) : `x${n}`)}:${random.pick(MARKS)}`;
  });
  const values = random.chance(0.1) ? random.pick(MARKS) : `{${marked.join(',')}}`;
  const shared = random.chance(0.2)
    ? `,"referentialEqualities":{"":[${JSON.stringify(random.pick(paths))}]}`
    : '';
  const json = random.chance(0.2) ? `{"${random.pick(['a', ...names])}":${BIG}}` : args;
  const version = random.pick([',"v":1', ',"v":1', '', ',"v":2', ',"v":"x"']);
  return `{"json":${json},"meta":{"values":${values}${shared}${version}}}`;
}
