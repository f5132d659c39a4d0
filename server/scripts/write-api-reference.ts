import { mkdir, rm, writeFile } from 'node:fs/promises';
import { buildDocument } from '../src/api/openapi/document.ts';
import { apiReference } from '../src/api/openapi/markdown/api-reference.ts';

// Writes docs/api from the document.
const folder = new URL('../../docs/api/', import.meta.url);
await rm(folder, { recursive: true, force: true });
await mkdir(folder, { recursive: true });
for (const [name, text] of Object.entries(apiReference(buildDocument())))
  await writeFile(new URL(name, folder), text);
