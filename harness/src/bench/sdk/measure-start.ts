import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { bundleWithRolldown } from './bundle-with-rolldown.ts';

/** How long a new Node program takes until its client is initialised, and until its first event is stored, in ms. */
export interface StartTimes {
  readonly initialised: number;
  readonly stored: number;
}

/** Measures the start of programs that load the SDK as one file, each with a fresh folder. */
export async function measureStarts(count: number): Promise<StartTimes[]> {
  const folder = await mkdtemp(join(tmpdir(), 'tributary-start-'));
  try {
    const input = fileURLToPath(import.meta.resolve('@tributary/sdk/node'));
    const code = await bundleWithRolldown(input, { format: 'esm', platform: 'node' });
    await writeFile(join(folder, 'sdk.mjs'), code);
    await writeFile(join(folder, 'program.mjs'), PROGRAM);
    const starts: StartTimes[] = [];
    for (let start = 0; start < count; start++) {
      const { stdout } = await promisify(execFile)(process.execPath, ['program.mjs', `queue-${start}`], {
        cwd: folder,
      });
      starts.push(JSON.parse(stdout));
    }
    return starts;
  } finally {
    await rm(folder, { recursive: true });
  }
}

const PROGRAM = `
const start = performance.now();
const { Tributary } = await import('./sdk.mjs');
Tributary.init({ directory: process.argv[2] }, 'svc_${'0'.repeat(64)}', { ingestEndpoint: 'http://127.0.0.1:9' });
const initialised = performance.now() - start;
await Tributary.trackEvent('open');
const stored = performance.now() - start;
console.log(JSON.stringify({ initialised, stored }));
process.exit();
`;
