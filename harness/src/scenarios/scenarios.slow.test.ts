import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createTestDatabase } from '@tributary/db/testing/test-database';
import { expect, test } from 'vitest';
import { checkExpectations } from './check-expectations.ts';
import { readScenario } from './read-scenario.ts';
import { htmlReport } from './report/html-report.ts';
import { runScenario } from './run-scenario.ts';
import { scenarioJsonSchema } from './schema-command.ts';
import { openMemoryTarget } from './targets/memory-target.ts';
import { openTargetOnDatabase } from './targets/own-target.ts';

const FOLDER = join(import.meta.dirname, '../../scenarios');
const FILES = readdirSync(FOLDER).filter((name) => name !== 'scenario.schema.json');

test('a dozen scenarios ship with the harness', () => {
  expect(FILES.length).toBeGreaterThanOrEqual(12);
});

test.each(FILES)('%s meets its expectations', async (file) => {
  const scenario = await readScenario(join(FOLDER, file));
  const run = await runScenario(scenario, { seed: 1, openTarget: openMemoryTarget });
  expect(checkExpectations(run).filter(({ isMet }) => !isMet)).toEqual([]);
});

test('a scenario runs against the real service, which stores what the devices were promised', async () => {
  const database = await createTestDatabase();
  const scenario = await readScenario(join(FOLDER, 'answers-lost.yaml'));
  const openTarget = openTargetOnDatabase(database.url);
  const run = await runScenario(scenario, { seed: 2, devices: 3, openTarget });
  expect(checkExpectations(run).filter(({ isMet }) => !isMet)).toEqual([]);
  expect(run.stored?.length).toBe(run.devices.flatMap(({ device }) => device.ledger.events).length);
  await database.drop();
});

test('the report begins with the devices that lost an event, and says so', async () => {
  const scenario = await readScenario(join(FOLDER, 'answers-lost.yaml'));
  const run = await runScenario(scenario, { seed: 4, devices: 4, openTarget: openMemoryTarget });
  const [first, second] = run.devices[2]?.device.ledger.events ?? [];
  const isLost = (eventId: string) => eventId === first?.eventId || eventId === second?.eventId;
  const lossy = { ...run, stored: run.stored?.filter(({ eventId }) => !isLost(eventId)) };
  const headings = (report: string) =>
    [...report.matchAll(/<h3>Device (.*?)<\/h3>/g)].map(([, text]) => text);
  expect(headings(htmlReport(lossy, checkExpectations(lossy)))).toEqual([
    '3: phone, lost 2 events',
    '1: phone',
    '2: phone',
    '4: phone',
  ]);
});

test('the same seed plays the same scenario', async () => {
  const scenario = await readScenario(join(FOLDER, 'commuter-on-3g.yaml'));
  const play = async (seed: number) => {
    const { devices } = await runScenario(scenario, { seed, devices: 2, openTarget: openMemoryTarget });
    return devices.map(({ device }) =>
      device.ledger.events.map(({ trackedAt, sends }) => [trackedAt, sends]),
    );
  };
  const [first, same, other] = [await play(3), await play(3), await play(4)];
  expect(same).toEqual(first);
  expect(other).not.toEqual(first);
});

test('the JSON Schema next to the scenarios is up to date', () => {
  const written = readFileSync(join(FOLDER, 'scenario.schema.json'), 'utf8');
  expect(JSON.parse(written)).toEqual(JSON.parse(scenarioJsonSchema()));
});
