import { execFile, spawnSync } from 'node:child_process';
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { createTestDatabase } from '@tributary/db/testing/test-database';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { spawnBackend } from '../backend/spawned-backend.ts';
import { HEALTHY, TROUBLED } from './metric-series.ts';

interface Rule {
  readonly alert: string;
  readonly expr: string;
  readonly annotations: { readonly summary: string; readonly action: string };
}

interface Panel {
  readonly title: string;
  readonly gridPos: Record<'x' | 'y' | 'w' | 'h', number>;
  readonly targets?: readonly { readonly expr: string }[];
}

const run = promisify(execFile);
const EXAMPLE = fileURLToPath(new URL('../../../examples/grafana', import.meta.url));
const read = (file: string) => readFile(join(EXAMPLE, file), 'utf8');
const withoutPromtool =
  spawnSync('promtool', ['--version']).status === 0 ? undefined : 'there is no promtool on this machine';

const rules: Rule[] = parse(await read('alerts.yml')).groups.flatMap(({ rules }: { rules: Rule[] }) => rules);
const { panels }: { panels: Panel[] } = JSON.parse(await read('dashboard.json'));
const expressions = [
  ...rules.map(({ alert, expr }) => [alert, expr] as const),
  ...panels.flatMap(({ title, targets = [] }) => targets.map(({ expr }) => [title, expr] as const)),
];

/** The series' names that the service reports, with those that a histogram has. */
async function reportedNames(): Promise<string[]> {
  const database = await createTestDatabase();
  const backend = await spawnBackend({ DATABASE_URL: database.url, LOG_LEVEL: 'warn' });
  const text = await (await fetch(`${backend.origin}/metrics`)).text();
  await backend.close();
  await database.drop();
  return [...text.matchAll(/^# TYPE (\w+) (\w+)$/gm)].flatMap(([, name = '', type]) =>
    type === 'histogram' ? ['_bucket', '_sum', '_count'].map((ending) => name + ending) : [name],
  );
}

describe('the dashboard and the alerts', () => {
  let reported: string[];
  beforeAll(async () => {
    reported = await reportedNames();
  });

  test.each(expressions)('%s asks for what the service reports: %s', (_title, expression) => {
    const named = expression.match(/\b(?:tributary|http|process|nodejs)_\w+/g) ?? ['up'];
    for (const name of named) expect([...reported, 'up']).toContain(name);
  });

  test('show every metric of the service', () => {
    const all = expressions.map(([, expression]) => expression).join('\n');
    const own = reported.filter(
      (name) => name.startsWith('tributary_') && !/_(bucket|count|sum)$/.test(name),
    );
    expect(own.length).toBeGreaterThan(15);
    for (const name of own) expect(all).toContain(name);
  });

  test('the panels lie beside each other', () => {
    const cells = panels.flatMap(({ gridPos: { x, y, w, h } }) =>
      Array.from({ length: w * h }, (_, at) => `${x + (at % w)} ${y + Math.floor(at / w)}`),
    );
    expect(new Set(cells).size).toBe(cells.length);
    expect(Math.max(...panels.map(({ gridPos: { x, w } }) => x + w))).toBe(24);
  });

  test.each(rules)('$alert says what to do', ({ annotations: { summary, action } }) => {
    expect(summary.length).toBeGreaterThan(15);
    expect(action.length).toBeGreaterThan(60);
  });
});

describe.skipIf(withoutPromtool)(`promtool${withoutPromtool ? `: ${withoutPromtool}` : ''}`, () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'grafana-'));
    await cp(EXAMPLE, folder, { recursive: true });
    await writeFile(join(folder, 'metrics-token'), 'a-token-of-a-test');
  });
  afterAll(() => rm(folder, { recursive: true }));

  const promtool = (...args: string[]) =>
    run('promtool', args, { cwd: folder }).catch(({ stdout, stderr }: { stdout: string; stderr: string }) =>
      expect.fail(stdout + stderr),
    );

  test('takes the configuration and the rules', async () => {
    await promtool('check', 'config', 'prometheus.yml');
    await promtool('check', 'rules', 'alerts.yml');
  });

  test('takes every query of the dashboard', async () => {
    const queries = panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr));
    const filled = queries.map((expr, at) => ({
      record: `panel:${at}`,
      expr: expr.replaceAll('$__rate_interval', '1m').replaceAll('$job', '.*'),
    }));
    await writeFile(
      join(folder, 'panels.json'),
      JSON.stringify({ groups: [{ name: 'panels', rules: filled }] }),
    );
    await promtool('check', 'rules', 'panels.json');
  });

  test.each([
    ['every alert fires in trouble', TROUBLED, rules.map(({ alert }) => alert)],
    ['none fires when all is well', HEALTHY, []],
  ])('%s', async (_what, series, firing) => {
    const unitTest = {
      rule_files: ['alerts.yml'],
      tests: [
        {
          interval: '1m',
          input_series: Object.entries(series).map(([series, values]) => ({ series, values })),
          promql_expr_test: [
            {
              expr: 'group by (alertname) (ALERTS{alertstate="firing"})',
              eval_time: '2h',
              exp_samples: firing.map((alert) => ({ labels: `{alertname="${alert}"}`, value: 1 })),
            },
          ],
        },
      ],
    };
    await writeFile(join(folder, 'unit-test.json'), JSON.stringify(unitTest));
    await promtool('test', 'rules', 'unit-test.json');
  });
});
