import { readFile } from 'node:fs/promises';
import { beforeAll, expect, test } from 'vitest';
import { useService } from '../../testing/use-service.ts';
import { QUEUES } from '../jobs/queues.ts';

const DOCS = new URL('../../../../docs/running/metrics.md', import.meta.url);

let documented: string[][];
const service = useService();
beforeAll(async () => {
  documented = rowsOf(await readFile(DOCS, 'utf8'));
});

/** The cells of every table row that starts with a name in backticks. */
function rowsOf(markdown: string): string[][] {
  return markdown
    .split('\n')
    .filter((line) => line.startsWith('| `'))
    .map((line) => line.split('|').slice(1, -1).map(withoutTicks));
}

function withoutTicks(cell: string): string {
  return cell.replaceAll('`', '').trim();
}

test('docs/running/metrics.md has every metric, with its type and labels, and no other', async () => {
  const printed = await (await service.request('/metrics')).text();
  const { registry } = service.services.metrics;
  const given = [...printed.matchAll(/^# TYPE (\S+) (\S+)$/gm)].map(([, name = '', type]) => {
    const metric = registry.getSingleMetric(name);
    const labels = metric !== undefined && 'labelNames' in metric ? metric.labelNames : [];
    return [name, type, (labels as string[]).join(', ')];
  });
  const isHere = ([, , , text]: string[]) => process.platform === 'linux' || !text?.endsWith('(Linux)');
  const metrics = documented.filter((row) => row.length === 4 && isHere(row));
  expect(metrics.map((row) => row.slice(0, 3)).sort()).toEqual(given.sort());
});

test('docs/running/metrics.md has every queue', () => {
  const queues = documented.filter((row) => row.length === 2);
  expect(queues.map(([name]) => name)).toEqual(Object.keys(QUEUES));
});
