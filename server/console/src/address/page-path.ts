/** The paths of pages for a signed-in person, as `PAGES` has them: below `/console/`, with `$name` for a part that varies. */
export type PagePattern =
  | 'overview'
  | 'campaigns'
  | 'links'
  | 'links/$id'
  | 'cohorts'
  | 'revenue'
  | 'attribution'
  | 'installs/$installId'
  | 'fraud'
  | 'devices'
  | 'events'
  | 'live'
  | 'apps'
  | 'keys'
  | 'sdk-config'
  | 'domains'
  | 'webhooks'
  | 'postbacks'
  | 'imports'
  | 'moving-in'
  | 'members'
  | 'usage'
  | 'audit'
  | 'data'
  | 'setup'
  | 'profile';

/** The paths of the ways in, as `DOORS` has them. */
export type DoorPattern = 'sign-in' | 'sign-up' | 'invitation' | 'reset-password' | 'verify';

type Filled<Pattern extends string> = Pattern extends `${infer Before}/$${string}`
  ? `${Before}/${string}`
  : Pattern;

/** Where a link may lead: the address of a page, of which a misspelt one does not compile. */
export type PagePath = `/${Filled<PagePattern | DoorPattern>}`;
