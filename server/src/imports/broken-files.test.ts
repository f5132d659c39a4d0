import { describe, expect, test } from 'vitest';
import { perSuite } from '../testing/per-suite.ts';
import { randomFor } from '../testing/random.ts';
import { createTenant } from '../testing/test-tenant.ts';
import { useService } from '../testing/use-service.ts';
import { processAllImports, startJob, statusOf, upload } from './testing/import-file.ts';

const service = useService();
const tenant = perSuite(() => createTenant(service));

describe('200 broken files', () => {
  const GOOD = Array.from({ length: 30 }, (_, n) => ({
    event_type: 'install',
    installed_at: '2026-03-01',
    gaid: `device-${n}`,
    channel: 'sms',
    campaign_name: 'S, "x"',
  }));
  const JSON_FILE = JSON.stringify(GOOD);
  const CSV_FILE = [
    Object.keys(GOOD[0] ?? {}).join(','),
    ...GOOD.map((row) =>
      Object.values(row)
        .map((value) => `"${value.replaceAll('"', '""')}"`)
        .join(','),
    ),
  ].join('\n');
  type Break = (file: string, below: (n: number) => number) => string | Uint8Array;
  const cutAt = (file: string, at: number, inserted: string) => file.slice(0, at) + inserted + file.slice(at);
  const BREAKS: Record<string, Break> = {
    'random bytes': (_file, below) => Buffer.from(Array.from({ length: 2000 }, () => below(256))),
    'bytes that are turned round': (file, below) => {
      const bytes = Buffer.from(file);
      for (let n = 0; n < 20; n++) bytes[below(bytes.length)] = below(256);
      return bytes;
    },
    'Latin-1': (file, below) => Buffer.from(cutAt(file, below(file.length), 'ä'), 'latin1'),
    'UTF-16': (file) => Buffer.from(file, 'utf16le'),
    '10,000 columns': (file) => file.replace(/^.*?\n|^\[\{/, (head) => head + '"x",'.repeat(10_000)),
    'an unclosed quote': (file, below) => cutAt(file, below(file.length), '"'),
    'nested JSON': (file, below) => cutAt(file, below(file.length), '['.repeat(5000)),
    'a nested value': (file) => file.replaceAll('"sms"', '{"a":[1,{"b":2}]}'),
    NUL: (file, below) => cutAt(file, below(file.length), '\0\0'),
    'a cut end': (file, below) => file.slice(0, below(file.length)),
  };
  const cases = Object.keys(BREAKS).flatMap((name) =>
    ['json', 'csv'].map((format) => [name, format] as const),
  );

  let spare: string | undefined;

  test.each(cases)('with %s as %s: refused, or rows that are stored or rejected', async (name, format) => {
    const isJson = format === 'json';
    const taken: string[] = [];
    for (let seed = 0; seed < 10; seed++) {
      const file = BREAKS[name]?.(isJson ? JSON_FILE : CSV_FILE, randomFor(name, seed).below) ?? '';
      // A refused file leaves its job pending.
      spare ??= await startJob(tenant);
      const contentType = isJson ? 'application/json' : 'text/csv';
      const response = await upload(service, tenant.owner, spare, file, { contentType });
      if (response.status !== 200) expect([400, 413]).toContain(response.status);
      else {
        taken.push(spare);
        spare = undefined;
      }
    }
    await processAllImports(service);
    for (const jobId of taken) await expectWhole(jobId);
  });
});

/** Every row of a job is either stored or rejected with an error. */
async function expectWhole(jobId: string): Promise<void> {
  const job = await statusOf(tenant, jobId);
  expect(job.processed_rows).toBe(job.total_rows);
  expect(job.status).toBe(job.rejected_rows * 20 >= job.total_rows ? 'failed' : 'completed');
  expect(new Set(job.errors.map(({ row }) => row)).size).toBe(job.rejected_rows);
  const { rows } = await service.services.backgroundPool.query(
    'select event_id from events where customer_id = $1 and event_id like $2',
    [tenant.accountId, `import:${jobId}:%`],
  );
  expect(rows).toHaveLength(job.imported_rows);
}
