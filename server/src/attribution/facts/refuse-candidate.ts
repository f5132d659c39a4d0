import { describeDuration } from './describe-duration.ts';
import type { Candidate, InstallFacts } from './install-facts.ts';

/** Why a click cannot have caused an install, whatever the other evidence; null if it can. The window is inclusive. */
export function refuseCandidate(
  install: InstallFacts,
  candidate: Candidate,
  windowMs: number,
): string | null {
  if (candidate.excludedBecause === 'bot') return 'the click was made by a bot';
  if (candidate.excludedBecause !== null) return 'the click repeats another one';
  if (candidate.appId !== install.appId) return 'the click belongs to another app';
  const before = install.installedAt - candidate.clickedAt;
  if (before < 0) return `clicked ${describeDuration(-before)} after the install`;
  if (before > windowMs) {
    return `clicked ${describeDuration(before)} before the install, outside the window of ${describeDuration(windowMs)}`;
  }
  return null;
}
