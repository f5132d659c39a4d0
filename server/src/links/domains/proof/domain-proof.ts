import { randomBytes } from 'node:crypto';

/** Where a file proves a domain. */
export const PROOF_PATH = '/.well-known/tributary-domain.txt';

/** A new text that only the account that added the domain is told. */
export function newProof(): string {
  return `tributary-domain=${randomBytes(16).toString('hex')}`;
}

/** The DNS record that proves a domain, and the file that does: either is enough. */
export function proofsOf({ host, proof }: { readonly host: string; readonly proof: string }) {
  return {
    txt: { name: `_tributary.${host}`, value: proof },
    file: { url: `https://${host}${PROOF_PATH}`, content: proof },
  };
}

/**
 * The file as this service serves it on a domain that was proven by one, which so stays proven once it leads here. It can
 * be told from one that the owner of the host put there.
 */
export function copyOfFile(proof: string): string {
  return `${proof} (copy)`;
}
