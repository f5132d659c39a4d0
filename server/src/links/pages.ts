import { renderPage } from '../http/render-page.ts';

/** Where a paused link leads when no other page is configured. */
export const DEFAULT_PAGE = renderPage(
  'Tributary',
  'This service leads links to the apps behind them. There is nothing to see here.',
);

/** What a link shows that cannot be looked up now. */
export const AWAY_PAGE = renderPage(
  'This link cannot be followed right now',
  'The service is not available for a moment. Please try again shortly.',
);

/** What a link that does not exist shows. */
export const UNKNOWN_LINK_PAGE = renderPage(
  'This link leads nowhere',
  'It may have been mistyped, or taken down.',
);
