/** An answered request. */
export interface AnsweredRequest {
  /** The pattern that answered. */
  readonly route: string;
  readonly status: number;
  readonly seconds: number;
}

const SLOW_SECONDS = 1;

/** Functions are mounted under both prefixes. */
const both = (path: string) => [`/v1/${path}`, `/functions/v1/${path}`];

/** Asked so often, by machines or by everybody, that a line for each would cost more than it tells. */
const BUSY_ROUTES = new Set([
  '/healthz',
  '/readyz',
  '/metrics',
  '/l/:slug',
  ...both('deep-link'),
  ...both('ingest'),
  ...both('ingest/health'),
]);

/** Whether an answer is worth a line by default: on a busy route only one that was slow or failed. */
export function isWorthALine({ route, status, seconds }: AnsweredRequest): boolean {
  return status >= 500 || seconds > SLOW_SECONDS || !BUSY_ROUTES.has(route);
}
