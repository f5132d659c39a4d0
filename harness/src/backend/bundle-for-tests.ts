import { bundlePrograms } from './bundle-programs.ts';
import { VARIABLES } from './program-path.ts';

/** Vitest's global set-up of the harness: its tests start the service and its commands some two hundred times. */
export async function setup(): Promise<() => Promise<void>> {
  const { paths, remove } = await bundlePrograms();
  // The tests' processes inherit the environment.
  process.env[VARIABLES.service] = paths.service;
  process.env[VARIABLES.admin] = paths.admin;
  return remove;
}
