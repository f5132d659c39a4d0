import type { LinkRule } from './rule.ts';

/** What only some links have; a link without any of it has no `special`, so that following it costs nothing more. */
export interface LinkSpecial {
  readonly rules: readonly LinkRule[] | null;
  /** Unix ms. */
  readonly expiresAt: number | null;
  readonly expiredUrl: string | null;
  /** Only so many clicks are followed: see limited-clicks.ts. */
  readonly isLimited: boolean;
  /** `{source: 'x'}` adds `utm_source=x` to where the link leads. */
  readonly utm: Readonly<Record<string, string>> | null;
}

/** SQL: the special part of a row of `links`, as JSON; null for most. */
export const READ_SPECIAL = `
  case when links.rules is null and links.expires_at is null and links.max_clicks is null and links.utm is null then null
  else json_build_object(
    'rules', links.rules, 'expiresAt', (extract(epoch from links.expires_at) * 1000)::bigint,
    'expiredUrl', links.expired_url, 'isLimited', links.max_clicks is not null, 'utm', links.utm) end`;
