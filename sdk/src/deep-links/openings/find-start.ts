import type { Engine } from '../../engine/engine.ts';
import { readInstall } from '../../installs/install-record.ts';
import type { DeferredDeepLink } from '../deferred-deep-link.ts';
import { NONE, type Opening } from './opening.ts';

/**
 * What the app was started by if by no URL: the link that led to the install, at the first start after it, whoever asks
 * for it first. Sends the install before.
 *
 * @param lookUp finds that link; null for none, undefined while it is not known
 */
export async function findStart(
  on: Engine,
  lookUp: () => Promise<DeferredDeepLink | null | undefined>,
): Promise<Opening> {
  const before = await readInstall(on);
  if (!before?.done) await on.flush();
  const link = await lookUp();
  if (link) return { kind: 'link', ...link, isDeferred: true };
  const isUnknown = link === undefined && (await readInstall(on));
  return isUnknown ? { kind: 'error', reason: 'network' } : NONE;
}
