import { hash, randomBytes } from 'node:crypto';
import { HOUR_MS } from '../platform/values/hour-ms.ts';

const BYTES = 24;

/** How long a code leads to its click, from the click on. */
export const CODE_LIFE_MS = HOUR_MS;

/** 32 characters of base64url. */
export const CODE_PATTERN = /^[A-Za-z0-9_-]{32}$/;

/** A code for the clipboard of a visitor, which stands for one click. */
export function newCode(): string {
  return randomBytes(BYTES).toString('base64url');
}

/** All that is stored of a code, as PostgreSQL reads bytes. */
export function hashOfCode(code: string): string {
  return `\\x${hash('sha256', code, 'hex')}`;
}

/** What the page copies: so marked, an app does not take something else for a code. */
export function clipboardText(code: string): string {
  return `tributary:${code}`;
}
