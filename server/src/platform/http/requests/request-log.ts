/** An answered request. */
export interface AnsweredRequest {
  /** The route pattern. */
  readonly route: string;
  readonly status: number;
  readonly seconds: number;
}

const SLOW_SECONDS = 1;

/** Functions are mounted under both prefixes. */
const both = (path: string) => [`/v1/${path}`, `/functions/v1/${path}`];

/** Requested so often that a line for each would cost more than it is worth. */
const BUSY_ROUTES = new Set([
  '/healthz',
  '/readyz',
  '/metrics',
  '/l/:slug',
  ...both('deep-link'),
  ...both('ingest'),
  ...both('ingest/health'),
]);

/** Whether a response is logged by default: on a busy route only if it was slow or failed. */
export function isLoggedAtInfo({ route, status, seconds }: AnsweredRequest): boolean {
  return status >= 500 || seconds > SLOW_SECONDS || !BUSY_ROUTES.has(route);
}
