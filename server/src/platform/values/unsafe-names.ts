/** Code that copies an object with such a member may modify what all objects inherit, and some parsers refuse it. */
export const UNSAFE_NAMES: ReadonlySet<string> = new Set(['__proto__', 'constructor', 'prototype']);
