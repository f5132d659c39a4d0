import type { Candidate } from '../facts/install-facts.ts';

/** By time, then by id, so that the result never depends on the order of arrival. */
export function latestFirst(a: Candidate, b: Candidate): number {
  return b.clickedAt - a.clickedAt || (a.clickId < b.clickId ? -1 : 1);
}
