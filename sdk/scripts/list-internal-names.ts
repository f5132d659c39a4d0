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
  'client/core-client.ts',
  'events/event-counts.ts',
  'engine/read-stats.ts',
  'config/client-config.ts',
  'config/settings.ts',
  'deep-links/link-methods.ts',
  'privacy/privacy-methods.ts',
  'deep-links/deferred-deep-link.ts',
  'installs/get-attribution.ts',
  'installs/install-record.ts',
  'keys/parse-resolved-key.ts',
  'platform/browser/is-prerendering.ts',
  'platform/browser/navigator-state.ts',
  'storage/dead-letters.ts',
  'events/pending-event.ts',
  'tracking/split-properties.ts',
  'usage/session.ts',
];

/** Where the SDK has objects of the browser's in its hands; the rest runs where there is none (`bare-engine.test.ts`). */
const MEETS_BROWSER = /\/sdk\/src\/(platform|served)\//;

/** What `fetch` is given by the names that the rest of the SDK gives it. */
const GIVEN_TO_FETCH = ['method', 'headers', 'body', 'keepalive'];

/**
 * The names of members that only the SDK's own objects have, so that the bundle for web pages may shorten them: of all
 * members in the bundle those that neither the language, nor a browser's object in a file that has any, nor a file that
 * defines something shared, nor a text uses. Names with an underscore are those of fields and properties of events.
 */
export async function listInternalNames(): Promise<string[]> {
  const { members, texts, files } = await readBundle();
  const { language, browser } = await findLibraries();
  const ofBrowser = await namesInAll(browser);
  const met = await namesInAll(files.filter((path) => MEETS_BROWSER.test(path)));
  const taken = new Set([
    ...texts,
    ...GIVEN_TO_FETCH,
    ...(await namesInAll([...language, ...(await findShared())])),
    ...[...met].filter((name) => ofBrowser.has(name)),
  ]);
  return [...members]
    .filter((name) => /^\w{3,}$/.test(name) && !name.includes('_') && !taken.has(name))
    .sort();
}

/**
 * The names by which the bundle reads members, and all texts, since a member can be named by a text. A name that is only
 * written is data, such as the keys of a table.
 */
async function readBundle(): Promise<{ members: Set<string>; texts: Set<string>; files: string[] }> {
  const bundle = await rolldown({ input: join(SDK, 'src/served/module.ts'), platform: 'browser' });
  const { output } = await bundle.generate({ format: 'es' });
  await bundle.close();
  const members = new Set<string>();
  const texts = new Set<string>();
  const take = (key: { type: string; name?: unknown }) => {
    if (key.type === 'Identifier') members.add(String(key.name));
  };
  new Visitor({
    ObjectPattern({ properties }) {
      for (const property of properties)
        if (property.type === 'Property' && !property.computed) take(property.key);
    },
    MemberExpression: ({ property, computed }) => !computed && take(property),
    Literal: ({ value }) => texts.add(String(value)),
    TemplateElement: ({ value }) => texts.add(value.raw),
  }).visit(parseSync('bundle.js', output[0].code).program);
  return { members, texts, files: Object.keys(output[0].modules) };
}

async function namesInAll(paths: string[]): Promise<Set<string>> {
  const names = await Promise.all(
    paths.map(async (path) => [...namesIn(path, await readFile(path, 'utf8'))]),
  );
  return new Set(names.flat());
}

/** The names of all members that a source declares, writes or reads, and of what a library declares globally. */
function namesIn(path: string, source: string): Set<string> {
  const names = new Set<string>();
  const take = (named: { type: string; name?: unknown; value?: unknown } | null) => {
    if (named?.type === 'Identifier') names.add(String(named.name));
    if (named?.type === 'Literal') names.add(String(named.value));
  };
  const takeKey = ({ key }: { key: Parameters<typeof take>[0] }) => take(key);
  const takeGlobal = ({ id }: { id: Parameters<typeof take>[0] }) => {
    if (path.endsWith('.d.ts')) take(id);
  };
  const { program, errors } = parseSync(path, source);
  if (errors.length > 0) throw new Error(`${path} cannot be parsed`);
  new Visitor({
    Property: takeKey,
    PropertyDefinition: takeKey,
    MethodDefinition: takeKey,
    TSPropertySignature: takeKey,
    TSMethodSignature: takeKey,
    MemberExpression: ({ property, computed }) => !computed && take(property),
    Literal: take,
    VariableDeclarator: takeGlobal,
    FunctionDeclaration: takeGlobal,
    TSDeclareFunction: takeGlobal,
    ClassDeclaration: takeGlobal,
    TSModuleDeclaration: takeGlobal,
  }).visit(program);
  return names;
}

/** What the language and browsers define. */
async function findLibraries(): Promise<{ language: string[]; browser: string[] }> {
  const typescript = createRequire(import.meta.resolve('typescript/package.json'));
  const platform = `@typescript/typescript-${process.platform}-${process.arch}`;
  const folder = join(dirname(typescript.resolve(`${platform}/package.json`)), 'lib');
  const names = (await readdir(folder)).filter((name) => /^lib\..*\.d\.ts$/.test(name));
  if (names.length < 50) throw new Error(`${folder} does not have TypeScript's libraries`);
  const isOfLanguage = (name: string) => /^lib\.(es|decorators)/.test(name);
  return {
    language: names.filter(isOfLanguage).map((name) => join(folder, name)),
    browser: names.filter((name) => !isOfLanguage(name)).map((name) => join(folder, name)),
  };
}

async function findShared(): Promise<string[]> {
  const wire = (await readdir(join(SDK, 'src/wire'))).filter((name) => name.endsWith('.ts'));
  return [...SHARED, ...wire.map((name) => `wire/${name}`)].map((path) => join(SDK, 'src', path));
}

// `npm run internal-names -w sdk`, when a test says that the list has changed.
if (import.meta.main) await writeFile(LIST, `${JSON.stringify(await listInternalNames(), null, 2)}\n`);
