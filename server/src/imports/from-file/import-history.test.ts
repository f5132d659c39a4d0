import { randomUUID } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { AdminError, UsageError } from '../../run/admin/command.ts';
import { runAdmin } from '../../run/admin/run-admin.ts';
import { unattended } from '../../run/admin/terminal.ts';
import { perSuite } from '../../testing/per-suite.ts';
import { addApp, createTenant } from '../../testing/test-tenant.ts';
import { useService } from '../../testing/use-service.ts';
import { inParts } from './in-parts.ts';

const service = useService();
const tenant = perSuite(() => createTenant(service));
const folder = perSuite(
  () => mkdtemp(join(tmpdir(), 'history-')).then((path) => ({ path })),
  ({ path }) => rm(path, { recursive: true }),
);

async function fileOf(content: string | Uint8Array): Promise<string> {
  const path = join(folder.path, randomUUID());
  await writeFile(path, content);
  return path;
}

async function run(args: readonly string[], options: { signal?: AbortSignal; onProgress?: () => void } = {}) {
  const lines: string[] = [];
  const print = (line: string) => void lines.push(line);
  const terminal = {
    ...unattended(print),
    progress: (text: string) => text.startsWith('[') && options.onProgress?.(),
  };
  const { signal } = options;
  await runAdmin(service.services.config, ['import', ...args], print, {
    terminal,
    ...(signal && { signal }),
  });
  return lines;
}

const CSV = (rows: number) =>
  `event_type,installed_at,gaid\n${Array.from({ length: rows }, (_, n) => `install,2026-03-01,device-${n}\n`).join('')}`;

async function installsOf(appId: string): Promise<number> {
  const { rows } = await service.services.workPool.query<{ n: number }>(
    'select coalesce(sum(installs), 0)::int as n from install_counts where customer_id = $1 and app_id = $2',
    [tenant.accountId, appId],
  );
  return rows[0]?.n ?? 0;
}

describe('the command import', () => {
  test.each([
    ['CSV', CSV(250)],
    ['CSV as gzip', gzipSync(CSV(251))],
    [
      'JSON',
      JSON.stringify(
        Array.from({ length: 252 }, () => ({ event_type: 'install', installed_at: '2026-03-01' })),
      ),
    ],
  ])('imports a file of %s, and nothing when it is run again', async (_format, content) => {
    const appId = await addApp(tenant);
    const path = await fileOf(content);
    const [done] = await run([path, appId.toUpperCase(), 'custom']);
    expect(done).toMatch(/^(25\d) of \1 rows imported, 0 rejected$/);
    const installs = await installsOf(appId);
    expect(installs).toBeGreaterThanOrEqual(250);
    const [before, again] = await run([path, appId, 'custom']);
    expect([before, again]).toEqual([`${installs} rows had been imported before`, done]);
    expect(await installsOf(appId)).toBe(installs);
  });

  test('resumes where it was interrupted', async () => {
    const appId = await addApp(tenant);
    const path = await fileOf(CSV(450));
    const interrupt = new AbortController();
    const cut = run([path, appId, 'custom'], {
      signal: interrupt.signal,
      onProgress: () => interrupt.abort(),
    });
    await expect(cut).rejects.toThrow(/^interrupted .* the same command resumes it$/);
    expect(await installsOf(appId)).toBe(100);
    expect(await run([path, appId, 'custom'])).toEqual(['450 of 450 rows imported, 0 rejected']);
    expect(await installsOf(appId)).toBe(450);
  });

  test('two runs at once import every row once', async () => {
    const appId = await addApp(tenant);
    const path = await fileOf(CSV(300));
    await Promise.all([run([path, appId, 'custom']), run([path, appId, 'custom'])]);
    expect(await installsOf(appId)).toBe(300);
  });

  test('reports a part that failed', async () => {
    const path = await fileOf(`${CSV(18)}install,never,x\n`);
    await expect(run([path, await addApp(tenant), 'custom'])).rejects.toThrow(/1 of 19 rows were rejected/);
  });

  test.each([
    ['no file', () => '/nowhere/at/all', undefined, 'custom', /cannot read \/nowhere/],
    ['a file that is not CSV', () => fileOf('gaid\n"a'), undefined, 'custom', /the file: Quote Not Closed/],
    ['an empty file', () => fileOf(''), undefined, 'custom', /no data rows/],
    ['an unknown app', () => fileOf(CSV(1)), randomUUID(), 'custom', /there is no app/],
    ['an unknown source', () => fileOf(CSV(1)), undefined, 'nobody', /source_platform must be one of/],
    ['no id', () => fileOf(CSV(1)), 'x', 'custom', /app_id must be a UUID/],
  ])('refuses %s', async (_what, file, appId, platform, message) => {
    const refused = run([await file(), appId ?? tenant.appId, platform]);
    await expect(refused).rejects.toThrow(AdminError);
    await expect(refused).rejects.toThrow(message);
  });

  test('explains its arguments', async () => {
    await expect(run([])).rejects.toThrow(UsageError);
    await expect(run([])).rejects.toThrow('import <file> <app_id> <source_platform>');
  });
});

test('rows are divided into parts, and those of skipped parts are not kept', async () => {
  async function* rows() {
    for (let row = 1; row <= 1001; row++) yield { row, values: {} };
  }
  const parts = [];
  for await (const part of inParts(rows(), 500, (number) => number === 1)) parts.push(part);
  expect(parts.map(({ number, rows, batches }) => [number, rows, batches?.length ?? null])).toEqual([
    [0, 500, 5],
    [1, 500, null],
    [2, 1, 1],
  ]);
});
