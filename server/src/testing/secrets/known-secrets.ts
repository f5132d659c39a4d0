/** Long enough that no two secrets share one by chance, short enough that a secret that was cut off is found. */
const FRAGMENT = 16;
const STEP = 4;

/** The secrets of a run, which must not appear in anything that it wrote. */
export interface KnownSecrets {
  readonly size: number;
  /** Adds a secret under what it is, for the report, and returns it. */
  keep(what: string, secret: string | null | undefined): string;
  /** What the text has a part of, of 20 characters or more, as it is or encoded for a URL or in base64. */
  foundIn(text: string): string[];
}

/** A list without secrets, which knows the spellings of each that it is given. */
export function createKnownSecrets(): KnownSecrets {
  const kept: { readonly what: string; readonly fragments: readonly string[] }[] = [];
  return {
    get size() {
      return kept.length;
    },
    keep(what, secret) {
      if (!secret || secret.length < 8) throw new Error(`${what}: ${secret} is not a secret`);
      kept.push({ what, fragments: [...new Set(spellings(secret).flatMap(fragmentsOf))] });
      return secret;
    },
    foundIn: (text) =>
      kept.filter(({ fragments }) => fragments.some((part) => text.includes(part))).map(({ what }) => what),
  };
}

function spellings(secret: string): string[] {
  // Base64 has three spellings, by where in a text a secret begins; its ends depend on what is around it.
  const encoded = [0, 1, 2].map((before) => {
    const text = Buffer.from(' '.repeat(before) + secret).toString('base64');
    return text.slice(before === 0 ? 0 : 4, -4);
  });
  const inBase64 = encoded.filter((text) => text.length >= 8);
  return [secret, encodeURIComponent(secret), ...inBase64];
}

function fragmentsOf(text: string): string[] {
  if (text.length <= FRAGMENT) return [text];
  const parts = [text.slice(-FRAGMENT)];
  for (let at = 0; at + FRAGMENT <= text.length; at += STEP) parts.push(text.slice(at, at + FRAGMENT));
  return parts;
}
