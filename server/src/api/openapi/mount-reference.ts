import { createHash } from 'node:crypto';
import type { Context, Hono } from 'hono';
import { allowAnyOrigin } from '../../platform/http/answers/allow-any-origin.ts';
import { encodeBody } from '../../platform/http/answers/encode-body.ts';
import { type ServedFile, sendFile } from '../../platform/http/answers/send-file.ts';
import type { AppEnv } from '../../platform/http/function-route.ts';
import { buildDocument } from './document.ts';
import { OPEN_SCRIPT, PAGE, PAGE_PATH, PAGE_POLICY } from './page/reference-page.ts';
import { VIEWER } from './page/viewer.ts';
import { readViewerFile } from './page/viewer-files.ts';

/** Mounts the document, `GET /openapi.json`, and the page that shows it, `GET /docs`. Neither asks who calls. */
export function mountReference(app: Hono<AppEnv>): void {
  const document = once(readDocument);
  app.get('/openapi.json', async (c) => {
    allowAnyOrigin(c);
    return sendFile(c, await document());
  });
  app.get(PAGE_PATH, (c) =>
    c.html(PAGE, 200, { 'Content-Security-Policy': PAGE_POLICY, 'Cache-Control': 'no-cache' }),
  );
  app.get(`${PAGE_PATH}/open.js`, (c) => sendScript(c));
  for (const name of VIEWER.files) {
    const file = once(() => readViewerFile(name));
    app.get(`${PAGE_PATH}/${name}`, async (c) => sendFile(c, await file()));
  }
}

function sendScript(c: Context<AppEnv>): Response {
  return c.body(OPEN_SCRIPT, 200, {
    'Content-Type': 'text/javascript; charset=utf-8',
    'Cache-Control': 'no-cache',
  });
}

async function readDocument(): Promise<ServedFile> {
  const text = new Uint8Array(Buffer.from(JSON.stringify(buildDocument())));
  return {
    body: await encodeBody(text),
    contentType: 'application/json',
    version: createHash('sha256').update(text).digest('hex').slice(0, 16),
    cacheControl: 'public, max-age=300',
  };
}

/** Reads it at the first request; a failure is forgotten. */
function once(read: () => Promise<ServedFile>): () => Promise<ServedFile> {
  let file: Promise<ServedFile> | undefined;
  return () => {
    file ??= read().catch((error: unknown) => {
      file = undefined;
      throw error;
    });
    return file;
  };
}
