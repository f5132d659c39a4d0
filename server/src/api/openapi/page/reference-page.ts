/** Where the page and its files are. */
export const PAGE_PATH = '/docs';

/** Nothing but the service's own files; the viewer draws its arrows from `data:` images. */
export const PAGE_POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; " +
  "base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

export const PAGE =
  '<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">' +
  `<title>Tributary: API reference</title><link rel="icon" href="data:,">` +
  `<link rel="stylesheet" href="${PAGE_PATH}/swagger-ui.css"></head><body><div id="reference"></div>` +
  `<noscript>This page needs scripts. The document itself is at <a href="/openapi.json">/openapi.json</a>.</noscript>` +
  `<script src="${PAGE_PATH}/swagger-ui-bundle.js"></script><script src="${PAGE_PATH}/open.js"></script></body></html>`;

/** Opens the viewer; it asks no other host to check the document. */
export const OPEN_SCRIPT = `SwaggerUIBundle({
  url: '/openapi.json',
  dom_id: '#reference',
  deepLinking: true,
  docExpansion: 'list',
  filter: true,
  validatorUrl: null,
  defaultModelsExpandDepth: 0,
});
`;
