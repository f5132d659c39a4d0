import { untilReached } from './until-reached.ts';

/**
 * Loads a part of the console. Where an import fails the router loads the whole page anew, since browsers remember the
 * failure; while nobody answers that would leave nothing of the page, so that it waits until the service is back.
 *
 * @throws the error of the import once the service is there
 */
export async function loadCode<Code>(load: () => Promise<Code>): Promise<Code> {
  try {
    return await load();
  } catch {
    await untilReached();
    return load();
  }
}
