import type { Candidate, InstallFacts } from './install-facts.ts';
import type { RejectionCause } from './rejection-cause.ts';

/** Why a click cannot have caused an install, whatever the other evidence; null if it can. The window is inclusive. */
export function refuseCandidate(
  install: InstallFacts,
  candidate: Candidate,
  windowMs: number,
): RejectionCause | null {
  if (candidate.excludedBecause !== null) return { kind: candidate.excludedBecause };
  if (candidate.appId !== install.appId) return { kind: 'another_app' };
  const beforeMs = install.installedAt - candidate.clickedAt;
  if (beforeMs < 0) return { kind: 'after_install', lateMs: -beforeMs };
  return beforeMs > windowMs ? { kind: 'outside_window', beforeMs, windowMs } : null;
}
