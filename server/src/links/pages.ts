const STYLE =
  'body{font:1.1rem/1.6 system-ui,sans-serif;max-width:34rem;margin:18vh auto;padding:0 1.5rem;color:#1c2b33}' +
  '@media(prefers-color-scheme:dark){body{background:#11181c;color:#dfe7ea}}h1{font-size:1.5rem}';

const page = (title: string, text: string) =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">` +
  `<meta name="robots" content="noindex"><title>${title}</title><style>${STYLE}</style></head>` +
  `<body><h1>${title}</h1><p>${text}</p></body></html>`;

/** Where a paused link leads if no other page is configured. */
export const DEFAULT_PAGE = page(
  'Tributary',
  'This service forwards links to apps. There is nothing to see here.',
);

/** Shown for a link that cannot be looked up now. */
export const AWAY_PAGE = page(
  'This link cannot be followed right now',
  'The service is temporarily unavailable. Please try again shortly.',
);

/** Shown for a link that does not exist. */
export const UNKNOWN_LINK_PAGE = page('This link leads nowhere', 'It may have been mistyped, or taken down.');
