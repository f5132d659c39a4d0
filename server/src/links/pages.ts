import { renderPage } from '../platform/http/answers/render-page.ts';

/** For a paused link. It says nothing of the service: visitors came for the link. */
export const PAUSED_PAGE = renderPage('This link is not active at the moment', 'It may work again later.');

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
