import { hash } from 'node:crypto';
import { PAGE_SCRIPT } from './page-script.ts';
import { PAGE_STYLE } from './page-style.ts';

const sourceOf = (text: string) => `'sha256-${hash('sha256', text, 'base64')}'`;

const OWN =
  `default-src 'none'; script-src ${sourceOf(PAGE_SCRIPT)}; style-src ${sourceOf(PAGE_STYLE)}; ` +
  `base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;

/** The Content-Security-Policy of a landing page: its own script and style, and the image from where that is. */
export function pagePolicy(image: string | null): string {
  return image === null ? OWN : `${OWN}; img-src ${new URL(image).origin}`;
}
