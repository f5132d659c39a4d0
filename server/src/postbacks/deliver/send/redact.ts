import { toStorable } from '../../../platform/values/storable-text.ts';
import { spellingsOf } from './spellings-of.ts';

/** Bytes of an answer that are kept. */
const MAX_KEPT = 1024;

/** Members and parameters that hold a credential, whosever it is. */
const NAMED =
  /((?:access[-_]?token|dev_token|authorization|bearer)(?:\\?["'])?\s*[:= ]\s*(?:\\?["'])?)[^\s"'\\&,}]+/gi;

/**
 * What is kept of an answer: 1 KB of it at most, without the secrets that the request carried, however it repeats them.
 */
export function redact(answer: string, secrets: readonly string[]): string {
  let text = toStorable(answer);
  for (const secret of secrets.filter((one) => one.length > 0)) {
    for (const spelling of spellingsOf(secret)) text = text.replaceAll(spelling, '[redacted]');
  }
  return cut(text.replaceAll(NAMED, '$1[redacted]'));
}

/** At the end of a character, not within. */
function cut(text: string): string {
  const bytes = Buffer.from(text, 'utf8');
  if (bytes.length <= MAX_KEPT) return text;
  return bytes.subarray(0, MAX_KEPT).toString('utf8').replace(/�+$/, '');
}
