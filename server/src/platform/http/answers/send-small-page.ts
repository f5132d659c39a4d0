import type { Context } from 'hono';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import type { AppEnv } from '../function-route.ts';
import { PAGE_POLICY } from './render-page.ts';

/** Sends a page of renderPage, under its policy. */
export function sendSmallPage(
  c: Context<AppEnv>,
  page: string,
  status: ContentfulStatusCode = 200,
  headers: Readonly<Record<string, string>> = {},
): Response {
  return c.html(page, status, {
    'Content-Security-Policy': PAGE_POLICY,
    'Referrer-Policy': 'no-referrer',
    ...headers,
  });
}
