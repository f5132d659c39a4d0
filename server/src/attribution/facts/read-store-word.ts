import type { InstallFacts, StoreWord } from './install-facts.ts';

/** The system whose store tells apps how they were found. */
const ANDROID = /^\s*android\b/i;

/** @param passesOn whether the app is known to pass on what the store says. */
export function readStoreWord(
  { referrer, installBeganAt, osName }: Pick<InstallFacts, 'referrer' | 'installBeganAt' | 'osName'>,
  passesOn: boolean,
): StoreWord {
  if (referrer?.isOrganic) return 'organic';
  if (referrer !== null) return referrer.isUnset ? 'began' : 'unknown';
  if (installBeganAt !== null) return 'began';
  return passesOn && ANDROID.test(osName ?? '') ? 'silent' : 'unknown';
}

/** The install as if the store had passed on no referrer. */
export function withoutReferrer(install: InstallFacts): InstallFacts {
  const left = { ...install, referrer: null };
  return { ...left, storeWord: readStoreWord(left, true) };
}
