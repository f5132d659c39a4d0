import { flatCopy } from '../../memory/flat-copy.ts';

/** `de-AT,de;q=0.9` -> `de-at`; a tag has at most four parts that matter here. */
export function firstLanguage(acceptLanguage: string | undefined): string | null {
  const tag = /^\s{0,9}([a-z]{2,3}(?:-[a-z0-9]{2,8}){0,3})/i.exec(acceptLanguage ?? '')?.[1];
  return tag === undefined ? null : flatCopy(tag.toLowerCase());
}
