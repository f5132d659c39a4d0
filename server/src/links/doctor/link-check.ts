/** Whom a check concerns: everyone, or those with such a device. */
export const CHECKED_PLATFORMS = ['all', 'android', 'ios', 'desktop', 'feature_phone', 'preview'] as const;

/** What is looked at. */
export const CHECK_NAMES = [
  'state',
  'leads_to',
  'association',
  'store_page',
  'clipboard',
  'fallback',
  'image',
] as const;

export const CHECK_STATUSES = ['ok', 'warning', 'error'] as const;

/** One thing that was looked at, and what to do about it. */
export interface LinkCheck {
  readonly platform: (typeof CHECKED_PLATFORMS)[number];
  readonly check: (typeof CHECK_NAMES)[number];
  readonly status: (typeof CHECK_STATUSES)[number];
  readonly detail: string;
  /** Null where there is nothing to do. */
  readonly fix: string | null;
}

type About = Pick<LinkCheck, 'platform' | 'check'>;

export const ok = (about: About, detail: string): LinkCheck => ({
  ...about,
  status: 'ok',
  detail,
  fix: null,
});

export const warning = (about: About, detail: string, fix: string): LinkCheck => ({
  ...about,
  status: 'warning',
  detail,
  fix,
});

export const error = (about: About, detail: string, fix: string): LinkCheck => ({
  ...about,
  status: 'error',
  detail,
  fix,
});
