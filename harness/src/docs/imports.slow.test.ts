import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { codeBlocks, hasProgram, openShellSession, type ShellSession } from './shell-session.ts';

let session: ShellSession;
/** Signs in, creates an app, and defines BASE, APP_ID, TOKEN and `rpc`. */
let signIn: string;
let page: string;

beforeAll(async () => {
  session = await openShellSession();
  signIn = codeBlocks(await session.read('docs/first-event.md'), '## In a terminal', 'sh')[0] ?? '';
  page = await session.read('docs/imports.md');
});
afterAll(() => session.close());

const INSTALLS = `Install Time,Event Name,AppsFlyer ID,Media Source,Campaign
2026-03-01 10:00:00,install,device-1,organic,
2026-03-02 11:30:00,install,device-2,my_network,Spring
2026-03-02 11:45:00,session,device-2,my_network,Spring
`;

/** Types the page's import of a file, or another, then waits for the job of `JOB_ID` and prints its status. */
const importFile = (change = (lines: string) => lines) => [
  ...codeBlocks(page, '## Importing a file', 'sh').map(change),
  'status() { curl -s "$BASE/v1/migration-importer/status?job_id=$JOB_ID" -H "Authorization: Bearer $TOKEN"; }',
  'until [[ $(status) =~ \\"status\\":\\"(completed|failed)\\" ]]; do sleep 0.1; done',
  'echo; status',
];

const answersIn = (printed: string): Record<string, unknown>[] =>
  printed
    .split(/(?<=\})(?=\{)|\n/)
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line));

test('the page’s commands try a file, import it and show the progress', async () => {
  await writeFile(join(session.folder, 'installs.csv'), INSTALLS);
  const printed = await session.type(signIn, 'echo', ...importFile());
  const [dryRun, uploaded, , done] = answersIn(printed).slice(-4);
  expect(dryRun).toMatchObject({
    dry_run: true,
    status: 'pending',
    total_rows: 3,
    would_reject: 0,
    would_import: { install: 2, open: 1 },
  });
  expect(uploaded).toMatchObject({ status: 'processing', total_rows: 3 });
  expect(done).toMatchObject({ status: 'completed', imported_rows: 3, errors: [] });
});

test('the commands of the page about links try a file, import it, and its link leads where the file says', async () => {
  const moving = await session.read('docs/moving-in.md');
  const printed = await session.type(
    signIn,
    'echo',
    ...codeBlocks(moving, '## Importing a file', 'sh'),
    'status() { curl -s "$BASE/v1/link-importer/status?job_id=$JOB_ID" -H "Authorization: Bearer $TOKEN"; }',
    'until [[ $(status) =~ \\"status\\":\\"(completed|failed)\\" ]]; do sleep 0.1; done',
    'echo; status; echo; rpc list_links \'{"p_tag":"sale"}\'',
  );
  const [dryRun, uploaded, , done, listed] = answersIn(printed).slice(-5);
  expect(dryRun).toMatchObject({ dry_run: true, would_import: { link: 1 }, would_reject: 0 });
  expect(uploaded).toMatchObject({ status: 'processing', total_rows: 1 });
  expect(done).toMatchObject({ status: 'completed', imported_rows: 1, domain: null });
  expect(listed).toMatchObject({
    items: [{ fallback_url: 'https://example.com/spring', tags: ['spring', 'sale'] }],
  });
});

test('its change of the columns is taken', async () => {
  const [given = ''] = codeBlocks(page, '## Columns', 'json');
  const started = await session.type(
    signIn,
    `curl -s "$BASE/v1/migration-importer/start" -H "Authorization: Bearer $TOKEN" \\
      -H 'Content-Type: application/json' -d '${given}'`.replace('"…"', `"'$APP_ID'"`),
  );
  expect(answersIn(started).at(-1)).toMatchObject({
    job_id: expect.any(String),
    column_mapping: { created_at: 'event_timestamp', adid: 'external_device_id' },
  });
});

test('its jq program makes a file of an export, which the same commands import into another account', async ({
  skip,
}) => {
  if (!(await hasProgram('jq'))) skip('there is no jq on this machine');
  await writeFile(join(session.folder, 'installs.csv'), INSTALLS);
  await session.type(
    signIn.replace('me@example.com', 'exported@example.com'),
    ...importFile(),
    `rpc export_my_account_data '{}' > export.json`,
    ...codeBlocks(page, '## Moving between accounts', 'sh'),
  );
  const installs = JSON.parse(await readFile(join(session.folder, 'installs.json'), 'utf8'));
  expect(installs).toHaveLength(2);
  expect(installs).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ channel: 'organic', attribution_model: 'organic', campaign_name: null }),
      expect.objectContaining({
        channel: 'my_network',
        attribution_model: 'last_click',
        campaign_name: 'Spring',
      }),
    ]),
  );
  const ofJson = (lines: string) =>
    lines
      .replaceAll('source_a', 'custom')
      .replaceAll('text/csv', 'application/json')
      .replaceAll('.csv', '.json');
  const printed = await session.type(
    signIn.replace('me@example.com', 'imported@example.com'),
    ...importFile(ofJson),
  );
  expect(answersIn(printed).at(-1)).toMatchObject({ status: 'completed', imported_rows: 2, errors: [] });
});
