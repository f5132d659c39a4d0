import { closeSync, existsSync, openSync } from 'node:fs';
import { stripVTControlCharacters } from 'node:util';
import { expect, test } from 'vitest';
import { captureLog } from '../testing/capture-log.ts';
import { createLog, openOutput } from './log.ts';

function write(isTerminal: boolean, say: (log: ReturnType<typeof createLog>) => void): string {
  const written: string[] = [];
  say(createLog({ logLevel: 'info' }, { to: { write: (line) => written.push(line) }, isTerminal }));
  return stripVTControlCharacters(written.join(''));
}

test('writes JSON lines when not on a terminal', () => {
  const line = write(false, (log) => log.info({ route: '/l/:slug' }, 'answered'));
  expect(JSON.parse(line)).toMatchObject({ level: 30, route: '/l/:slug', msg: 'answered' });
});

test('writes lines for people on a terminal', () => {
  const line = write(true, (log) => log.info({ route: '/l/:slug' }, 'answered'));
  expect(line).toMatch(/^\[\d\d:\d\d:\d\d\.\d{3}\] INFO: answered \{"route":"\/l\/:slug"\}\n$/);
});

test('says of an error what it is and where it came from, but none of the values in it', () => {
  const failure = Object.assign(
    new Error('duplicate key\n - detail: Failing row contains (me@example.com)'),
    {
      code: '23505',
      constraint: 'auth_users_email_key',
      detail: 'Key (email)=(me@example.com) already exists.',
      where: "unnamed portal parameter $1 = 'me@example.com'",
      query: "insert into auth_users values ('me@example.com')",
      entity: { email: 'me@example.com' },
    },
  );
  const { log, text, lines } = captureLog();
  log.error({ err: new Error('outer', { cause: failure }) }, 'request failed');
  log.error({ err: new AggregateError([failure], 'all failed') }, 'request failed');
  log.error({ err: { email: 'me@example.com' } }, 'request failed');

  expect(text()).not.toContain('me@example.com');
  const [nested, aggregate, other] = lines();
  const described = { message: 'duplicate key', code: '23505', constraint: 'auth_users_email_key' };
  const stack = expect.stringMatching(/^\s+at .*log\.test\.ts/);
  expect(nested?.err).toMatchObject({ type: 'Error', message: 'outer', stack, cause: described });
  expect(aggregate?.err).toMatchObject({ type: 'AggregateError', errors: [described] });
  expect(other?.err).toEqual({ type: '[object Object]' });
});

test('follows a ring of causes only so far', () => {
  const { log, lines } = captureLog();
  const first = new Error('first');
  first.cause = new Error('second', { cause: first });
  log.error({ err: first }, 'request failed');
  expect(lines()).toHaveLength(1);
});

test.runIf(existsSync('/dev/full'))('loses lines on a full disk, and nothing else', async () => {
  const fd = openSync('/dev/full', 'w');
  const log = createLog({ logLevel: 'info' }, openOutput({ fd }));
  // An unhandled write error would end the process.
  for (let n = 0; n < 3; n++) log.info('answered');
  await new Promise(setImmediate);
  closeSync(fd);
});
