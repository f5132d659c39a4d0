import { execFile } from 'node:child_process';
import { globSync, readdirSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, test } from 'vitest';
import { findFolderCircles, type Module } from './find-folder-circles.ts';
import { FLOORS, RULES } from './read-import-rules.ts';
import { INNOCENT, OFFENCES, PARTNERS, type SourceFile } from './testing/import-offences.ts';

const ROOT = join(import.meta.dirname, '..');

interface Violation {
  readonly from: string;
  readonly to: string;
  readonly rule: { readonly name: string };
}

/** The names of the rules that a file breaks, by its path. */
type Broken = ReadonlyMap<string, ReadonlySet<string>>;

let broken: Broken;
/** Of rooms that are one file, which is innocent in the tree of all others. */
let brokenByFiles: Broken;

beforeAll(async () => {
  const innocentPaths = new Set(INNOCENT.map(([path]) => path));
  const offences = Object.values(OFFENCES).flat();
  const files = offences.filter(([path]) => innocentPaths.has(path));
  const others = offences.filter(([path]) => !innocentPaths.has(path));
  broken = await findBroken([...INNOCENT, ...PARTNERS, ...others]);
  brokenByFiles = await findBroken([...INNOCENT, ...files]);
});

/** Tests, settings, and what is run: each is where the use of other files begins. */
const STARTED_BY_PATH =
  /\.test\.tsx?$|\.fixture\.ts$|^server\/src\/(run\/admin\/)?main\.ts$|^db\/src\/testing\/(?:vitest-setup|record-statements)\.ts$|\/scripts\/[^/]+\.ts$|config\.ts$|^server\/client\/|^server\/console\/src\/start\.ts$|\/scripts\/build-for-tests\.mjs$|^harness\//;

async function findBroken(files: readonly SourceFile[]): Promise<Broken> {
  const tree = await mkdtemp(join(tmpdir(), 'import-rules-'));
  try {
    for (const [path, text] of files) {
      await mkdir(dirname(join(tree, path)), { recursive: true });
      await writeFile(join(tree, path), text);
    }
    const found = new Map<string, Set<string>>();
    const { summary } = await cruise(tree, 'db', 'sdk', 'server', 'harness', 'guide', 'scripts');
    for (const { from, rule } of summary.violations)
      found.set(from, (found.get(from) ?? new Set()).add(rule.name));
    return found;
  } finally {
    await rm(tree, { recursive: true });
  }
}

interface Cruise {
  readonly modules: readonly Module[];
  readonly summary: { readonly violations: readonly Violation[] };
}

async function cruise(cwd: string, ...folders: readonly string[]): Promise<Cruise> {
  const depcruise = join(ROOT, 'node_modules/dependency-cruiser/bin/dependency-cruiser.mjs');
  const rules = join(ROOT, '.dependency-cruiser.mjs');
  const args = [depcruise, '--config', rules, '--output-type', 'json', ...folders];
  // It ends with the number of violations.
  const { stdout } = await promisify(execFile)(process.execPath, args, { cwd, maxBuffer: 1e8 }).catch(
    (error: { stdout: string }) => error,
  );
  return JSON.parse(stdout);
}

describe('every source file', () => {
  let modules: readonly Module[];
  let violations: readonly Violation[];

  beforeAll(async () => {
    const { scripts } = JSON.parse(await readFile(join(ROOT, 'package.json'), 'utf8'));
    const folders = /depcruise ([^&]+)/.exec(scripts.lint)?.[1]?.trim().split(' ') ?? [];
    const cruised = await cruise(ROOT, ...folders);
    modules = cruised.modules;
    violations = cruised.summary.violations;
  });

  test('is held to the rules by `npm run lint`', () => {
    const seen = new Set(modules.map(({ source }) => source));
    const sources = globSync('{db,sdk,server,harness,scripts}/**/*.{ts,tsx,mjs}', {
      cwd: ROOT,
      exclude: ['**/node_modules/**', '**/dist/**', '**/test-data/**'],
    });
    expect(sources.length).toBeGreaterThan(1000);
    expect(sources.filter((path) => !seen.has(path))).toEqual([]);
  });

  test('keeps to the rules', () => {
    expect(violations.map(({ from, to, rule }) => `${rule.name}: ${from} → ${to}`)).toEqual([]);
  });

  // Of packages that export every file, knip sees only the exports that nothing uses.
  test('is used by a program or by a test', () => {
    const used = new Set(
      modules.map(({ source }) => source).filter((source) => STARTED_BY_PATH.test(source)),
    );
    const next = new Map(modules.map(({ source, dependencies }) => [source, dependencies]));
    for (const source of used) for (const { resolved } of next.get(source) ?? []) used.add(resolved);
    const sources = modules.map(({ source }) => source).filter((source) => /^(db|server)\//.test(source));
    expect(sources.length).toBeGreaterThan(800);
    expect(sources.filter((source) => !used.has(source))).toEqual([]);
  });

  test('is in no circle of folders', () => {
    const sorted = modules.filter(({ source }) => !/node_modules|\.test\.ts$|\/testing\//.test(source));
    expect(sorted.length).toBeGreaterThan(800);
    expect(findFolderCircles(sorted)).toEqual([]);
  });
});

test('every folder and file of server/src is on a floor, and there are few', () => {
  const entries = readdirSync(join(ROOT, 'server/src')).filter((name) => !/\.test\.ts$|^testing$/.test(name));
  expect(FLOORS.flatMap(({ folders }) => folders).toSorted()).toEqual(entries.toSorted());
  expect(entries.length).toBeLessThanOrEqual(20);
});

test('every import rule has an example that breaks it', () => {
  expect(Object.keys(OFFENCES).toSorted()).toEqual(RULES.map(({ name }) => name).toSorted());
});

test.each(Object.entries(OFFENCES).flatMap(([rule, offences]) => offences.map(([path]) => ({ rule, path }))))(
  '$rule refuses $path',
  ({ rule, path }) => {
    expect([...(broken.get(path) ?? brokenByFiles.get(path) ?? [])]).toContain(rule);
  },
);

test.each(INNOCENT)('no rule minds %s', (path) => {
  expect([...(broken.get(path) ?? [])]).toEqual([]);
});
