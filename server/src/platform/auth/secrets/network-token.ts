import type { Keyring } from './keyring.ts';

/** From which network an installation resolved its key, and when. */
export interface SeenNetwork {
  /** As maskedNetwork returns it. */
  readonly network: string;
  /** Unix ms, server clock. */
  readonly at: number;
}

/** Longer ones are not looked at. */
const LONGEST = 300;

/**
 * Seals what key resolution saw, for the installation to sign into its install event. Only this app's events of this
 * installation can be opened with it, so one that is stolen or guessed says nothing about anyone else.
 */
export function sealNetworkToken(
  keyring: Keyring,
  appId: string,
  installationId: string,
  { network, at }: SeenNetwork,
): string {
  return keyring.seal('network-token', `${appId}/${installationId}`, `${at} ${network}`);
}

/** What a token says; null for one that is not of this service, this app or this installation. */
export function openNetworkToken(
  keyring: Keyring,
  appId: string,
  installationId: string,
  token: string,
): SeenNetwork | null {
  if (token.length > LONGEST) return null;
  try {
    const [at = '', network = ''] = keyring
      .open('network-token', `${appId}/${installationId}`, token)
      .split(' ');
    return { network, at: Number(at) };
  } catch {
    return null;
  }
}
