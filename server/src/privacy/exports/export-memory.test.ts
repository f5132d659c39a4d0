import { get } from 'node:http';
import { expect, test } from 'vitest';
import { peakHeapGrowth } from '../../testing/costs/heap-growth.ts';
import { useExports } from './testing/use-exports.ts';

const { headers, service, storeEvents } = useExports();

test('an export of many events takes no memory for them', async () => {
  // About 75 MB.
  await storeEvents(100_000, JSON.stringify({ text: 'x'.repeat(300) }));
  const read = () =>
    new Promise<number>((resolve, reject) => {
      const request = get(
        `${service.origin}/trpc/export_my_account_data?input=${encodeURIComponent('{"json":{"p_max_rows":200000}}')}`,
        {
          headers: headers(),
        },
      );
      request.on('error', reject);
      request.on('response', (response) => {
        let bytes = 0;
        response.on('data', (chunk: Buffer) => {
          bytes += chunk.length;
        });
        response.on('end', () => resolve(bytes));
      });
    });
  let bytes = 0;
  const growth = await peakHeapGrowth(async () => {
    bytes = await read();
  });
  expect(bytes).toBeGreaterThan(60e6);
  expect(growth).toBeLessThan(25e6);
}, 120_000);
