import { readdir, readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';
import { parseSync, Visitor } from 'rolldown/utils';

const SDK = fileURLToPath(new URL('..', import.meta.url));
const LIST = join(SDK, 'src/served/internal-names.json');

/** Files that define what others read: the app, the service, or a later version that reads what this one stores. */
const SHARED = [
  'client/event-counts.ts',
  'client/read-stats.ts',
  'client/tributary-client.ts',
  'config/client-config.ts',
  'config/settings.ts',
  'deep-links/deferred-deep-link.ts',
  'installs/get-attribution.ts',
  'installs/install-record.ts',
  'keys/parse-resolved-key.ts',
  'platform/browser/navigator-state.ts',
  'queue/dead-letters.ts',
  'tracking/compose-facts.ts',
  'tracking/early-event.ts',
  'tracking/pending-event.ts',
  'tracking/split-properties.ts',
  'usage/session.ts',
];

/**
 * The names of members that only the SDK's own objects have, so that the bundle for web pages may shorten them: of all
 * members in the bundle those that no browser, no file that defines something shared and no text uses. Names with an
 * underscore are those of fields and properties of events.
 */
export async function listInternalNames(): Promise<string[]> {
  const { members, texts } = await readBundle();
  const taken = new Set(texts);
  for (const source of [...(await readLibraries()), ...(await readShared())])
    for (const [name] of source.matchAll(/[\p{ID_Start}$_][\p{ID_Continue}$]*/gu)) taken.add(name);
  return [...members]
    .filter((name) => /^\w{3,}$/.test(name) && !name.includes('_') && !taken.has(name))
    .sort();
}

/** The names of members in the bundle, and all texts, since a member can be named by a text. */
async function readBundle(): Promise<{ members: Set<string>; texts: Set<string> }> {
  const bundle = await rolldown({ input: join(SDK, 'src/served/module.ts'), platform: 'browser' });
  const { output } = await bundle.generate({ format: 'es' });
  await bundle.close();
  const members = new Set<string>();
  const texts = new Set<string>();
  const take = (key: { type: string; name?: unknown }) => {
    if (key.type === 'Identifier') members.add(String(key.name));
  };
  new Visitor({
    Property: ({ key, computed }) => !computed && take(key),
    PropertyDefinition: ({ key, computed }) => !computed && take(key),
    MethodDefinition: ({ key, computed }) => !computed && take(key),
    MemberExpression: ({ property, computed }) => !computed && take(property),
    Literal: ({ value }) => texts.add(String(value)),
    TemplateElement: ({ value }) => texts.add(value.raw),
  }).visit(parseSync('bundle.js', output[0].code).program);
  return { members, texts };
}

/** What browsers and the language define. */
async function readLibraries(): Promise<string[]> {
  const typescript = createRequire(import.meta.resolve('typescript/package.json'));
  const platform = `@typescript/typescript-${process.platform}-${process.arch}`;
  const folder = join(dirname(typescript.resolve(`${platform}/package.json`)), 'lib');
  const names = (await readdir(folder)).filter((name) => /^lib\..*\.d\.ts$/.test(name));
  if (names.length < 50) throw new Error(`${folder} does not have TypeScript's libraries`);
  return Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')));
}

async function readShared(): Promise<string[]> {
  const wire = (await readdir(join(SDK, 'src/wire'))).filter((name) => name.endsWith('.ts'));
  const paths = [...SHARED, ...wire.map((name) => `wire/${name}`)];
  return Promise.all(paths.map((path) => readFile(join(SDK, 'src', path), 'utf8')));
}

// `npm run internal-names -w sdk`, when a test says that the list has changed.
if (import.meta.main) await writeFile(LIST, `${JSON.stringify(await listInternalNames(), null, 2)}\n`);
