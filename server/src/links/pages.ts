import { renderPage } from '../http/answers/render-page.ts';

/** Where a paused link leads if no other page is configured. */
export const DEFAULT_PAGE = renderPage(
  'Tributary',
  'This service forwards links to apps. There is nothing to see here.',
);

/** Shown for a link that cannot be looked up now. */
export const AWAY_PAGE = renderPage(
  'This link cannot be followed right now',
  'The service is temporarily unavailable. Please try again shortly.',
);

/** Shown for a link that does not exist. */
export const UNKNOWN_LINK_PAGE = renderPage(
  'This link leads nowhere',
  'It may have been mistyped, or taken down.',
);
