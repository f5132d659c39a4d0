import { execFile } from 'node:child_process';
import { copyFile, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { canonicalEvent } from '@tributary/sdk/wire/canonical';
import { signCanonical } from '@tributary/sdk/wire/sign';
import openapiTS, { astToString } from 'openapi-typescript';
import { expect, test } from 'vitest';
import { perSuite } from '../../testing/per-suite.ts';
import { serveOverHttp } from '../../testing/serve-over-http.ts';
import { startTestService, TEST_ANON_KEY } from '../../testing/test-service.ts';
import { signUp } from '../../testing/test-tenant.ts';
import { buildDocument } from './document.ts';

const SERVER = join(import.meta.dirname, '../../..');
const service = perSuite(
  async () => serveOverHttp(await startTestService()),
  (each) => each.close(),
);
/** Within the package: what it imports is looked for in the folders above. */
const folder = perSuite(
  async () => {
    await mkdir(join(SERVER, 'dist'), { recursive: true });
    return { path: await mkdtemp(join(SERVER, 'dist/generated-client-')) };
  },
  ({ path }) => rm(path, { recursive: true }),
);

test('a client that stock tools generate from the document runs the life of an app', async () => {
  const program = join(folder.path, 'life-of-an-app.ts');
  await writeFile(
    join(folder.path, 'generated.ts'),
    astToString(await openapiTS(JSON.stringify(buildDocument()))),
  );
  await copyFile(join(import.meta.dirname, 'test-data/life-of-an-app.ts.txt'), program);
  const options = {
    extends: join(SERVER, 'tsconfig.json'),
    compilerOptions: { noEmit: true, types: ['node'] },
    include: ['*.ts'],
  };
  await writeFile(join(folder.path, 'tsconfig.json'), JSON.stringify(options));
  await promisify(execFile)(join(SERVER, '../node_modules/.bin/tsc'), ['-p', folder.path]);
  const { liveAsApp } = await import(program);
  const { token } = await signUp(service);
  const sign = (event: object, secret: string) => signCanonical(canonicalEvent(event), secret);
  const lived = await liveAsApp({ baseUrl: service.origin, apikey: TEST_ANON_KEY, token, sign });
  expect(lived).toMatchObject({ link: lived.slug, visit: 302, sent: 'accepted', report: 200 });
});
