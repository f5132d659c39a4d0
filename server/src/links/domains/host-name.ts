import { isIP } from 'node:net';
import { domainToASCII } from 'node:url';
import { z } from 'zod';

const MAX_LENGTH = 253;
const LABEL = /^(?!-)[a-z0-9-]{1,63}(?<!-)$/;
const WRONG = 'must be a host name such as go.example.com, without https://, port or path';

/** The host name of an argument, in lower case and ASCII (`bücher.example` becomes `xn--bcher-kva.example`). */
export const hostName = z
  .string()
  .max(MAX_LENGTH, WRONG)
  .transform((given, ctx): string => {
    const name = toHostName(given);
    if (name !== null) return name;
    ctx.addIssue({ code: 'custom', message: WRONG });
    return z.NEVER;
  });

/** A name of at least two labels as DNS knows it; null for anything else. A dot at its end is left out. */
function toHostName(given: string): string | null {
  if (/[\s%/\\?#@:[\]]/.test(given)) return null;
  const name = domainToASCII(given).replace(/\.$/, '');
  const labels = name.split('.');
  const isName = labels.length > 1 && name.length <= MAX_LENGTH && labels.every((label) => LABEL.test(label));
  // The last label of a name is never a number: such texts are addresses in an old spelling.
  return isName && isIP(name) === 0 && !/^\d+$/.test(labels.at(-1) ?? '') ? name : null;
}

/** The name in a Host header: in lower case, without port and without a dot at its end. */
export function nameOfHost(header: string): string {
  return header.toLowerCase().replace(/:\d*$/, '').replace(/\.$/, '');
}

/** Whether a name in lower case can be that of a domain at all. What cannot be is asked of no database and kept by no cache. */
export function canBeDomain(name: string): boolean {
  return name.length <= MAX_LENGTH && /^[a-z0-9.-]+$/.test(name);
}
