import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { brotliCompress } from 'node:zlib';
import { VIEWER } from '../src/api/openapi/page/viewer.ts';

// Takes the viewer's files out of its package, compressed, and its licence: the service is installed without the rest.
const folder = new URL('../src/api/openapi/page/viewer/', import.meta.url);
await mkdir(folder, { recursive: true });
for (const name of VIEWER.files) {
  const content = await readFile(new URL(import.meta.resolve(`${VIEWER.package}/${name}`)));
  await writeFile(new URL(`${name}.br`, folder), await promisify(brotliCompress)(content));
}
for (const name of ['LICENSE', 'NOTICE', 'swagger-ui-bundle.js.LICENSE.txt']) {
  const text = await readFile(new URL(import.meta.resolve(`${VIEWER.package}/${name}`)));
  await writeFile(new URL(name, folder), text);
}
