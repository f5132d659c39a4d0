import { createHash } from 'node:crypto';

const STYLE =
  'body{font:1.1rem/1.6 system-ui,sans-serif;max-width:34rem;margin:18vh auto;padding:0 1.5rem;color:#1c2b33}' +
  '@media(prefers-color-scheme:dark){body{background:#11181c;color:#dfe7ea}}h1{font-size:1.5rem}';

const STYLE_HASH = createHash('sha256').update(STYLE).digest('base64');

/** The Content-Security-Policy of a small page: its own style and nothing else. */
export const PAGE_POLICY = `default-src 'none'; style-src 'sha256-${STYLE_HASH}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;

/** Renders a small page. Title, text and what follows it are HTML and must never contain a visitor's input. */
export const renderPage = (title: string, text: string, rest = ''): string =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">` +
  `<meta name="robots" content="noindex"><title>${title}</title><style>${STYLE}</style></head>` +
  `<body><h1>${title}</h1><p>${text}</p>${rest}</body></html>`;
