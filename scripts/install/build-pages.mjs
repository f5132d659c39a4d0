// Builds the pages that the service serves: each into dist/pages/<name>, as files with their compressed forms beside them
// and `files.json`, the list of them. A failure leaves what was there.
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { extname, join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { PAGES } from './pages.mjs';

const TYPES = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
};
const COMPRESSED = /^(text|application\/json|image\/svg)/;

const folderOf = (root, { name }) => join(root, 'dist/pages', name);

/** The pages whose sources are here: an image is installed before they are copied into it. */
const present = (root) => PAGES.filter(({ build }) => existsSync(join(root, build[0])));

/** Whether the pages were built from the sources as they are now. */
export const pagesFit = (root) => present(root).every((page) => fits(root, page));

function fits(root, page) {
  try {
    return (
      JSON.parse(readFileSync(join(folderOf(root, page), 'files.json'), 'utf8')).sources ===
      hashSources(root, page)
    );
  } catch {
    return false;
  }
}

function hashSources(root, { sources }) {
  const hash = createHash('sha256').update(readFileSync(join(root, 'package-lock.json')));
  for (const path of sources.flatMap((source) => filesOf(root, source)))
    hash.update(`\0${path}\0`).update(readFileSync(join(root, path)));
  return hash.digest('hex');
}

/** The files of a folder, or with an ending alone those of the root that have it. */
function filesOf(root, source) {
  if (source.startsWith('.'))
    return readdirSync(root)
      .filter((name) => name.endsWith(source))
      .sort();
  const place = join(root, source);
  if (!existsSync(place)) return [];
  if (statSync(place).isFile()) return [source];
  return readdirSync(place, { withFileTypes: true })
    .filter(({ name }) => name !== 'node_modules' && !name.endsWith('.test.ts'))
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) =>
      entry.isDirectory() ? filesOf(root, `${source}/${entry.name}`) : [`${source}/${entry.name}`],
    );
}

/** Builds the pages whose sources have changed. @param report told of each build that fails */
export async function buildPages(root, node, report) {
  for (const page of present(root)) {
    if (fits(root, page)) continue;
    try {
      await buildPage(root, node, page);
    } catch (error) {
      report(
        `The pages of ${page.name} could not be built: ${error.message}. The service runs without them.`,
      );
    }
  }
}

async function buildPage(root, node, page) {
  const folder = folderOf(root, page);
  const draft = `${folder}.draft`;
  rmSync(draft, { recursive: true, force: true });
  mkdirSync(draft, { recursive: true });
  const sources = hashSources(root, page);
  await runNode(root, node, [...page.build, draft]);
  const files = Object.fromEntries(listFiles(draft).map((path) => [path, finish(draft, path)]));
  writeFileSync(join(draft, 'files.json'), JSON.stringify({ sources, files }));
  rmSync(folder, { recursive: true, force: true });
  renameSync(draft, folder);
}

function runNode(root, node, args) {
  // Standard output belongs to the program that is started afterwards.
  const child = spawn(node, args, { cwd: root, stdio: ['ignore', 'ignore', 'pipe'] });
  let said = '';
  child.stderr.on('data', (chunk) => {
    said += chunk;
  });
  return new Promise((done, failed) => {
    child.on('error', failed);
    child.on('close', (code, signal) => {
      if (code === 0) return done();
      const reason = /^\w*Error.*$/m.exec(said)?.[0] ?? said.trim().split('\n').at(-1);
      failed(new Error(`${args[0]} ended with ${signal ?? `code ${code}`} (${reason})`));
    });
  });
}

const listFiles = (folder) =>
  readdirSync(folder, { recursive: true })
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => statSync(join(folder, path)).isFile());

/** Compresses a file, and says what is sent with it. */
function finish(folder, path) {
  const content = readFileSync(join(folder, path));
  const type = TYPES[extname(path)] ?? 'text/plain; charset=utf-8';
  if (COMPRESSED.test(type)) {
    const quality = {
      [constants.BROTLI_PARAM_QUALITY]: 9,
      [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
    };
    writeFileSync(join(folder, `${path}.br`), brotliCompressSync(content, { params: quality }));
    writeFileSync(join(folder, `${path}.gz`), gzipSync(content, { level: 9 }));
  }
  return {
    type,
    version: createHash('sha256').update(content).digest('base64url').slice(0, 22),
    compressed: COMPRESSED.test(type),
  };
}
