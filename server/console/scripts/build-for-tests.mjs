import { join } from 'node:path';
import { buildPages } from '../../../scripts/install/build-pages.mjs';

/** Builds the console as it is now, for the tests that look at it in a browser. */
export async function setup() {
  const failures = [];
  const root = join(import.meta.dirname, '../../..');
  await buildPages(root, process.execPath, (failure) => failures.push(failure));
  if (failures.length > 0) throw new Error(failures.join('\n'));
}
