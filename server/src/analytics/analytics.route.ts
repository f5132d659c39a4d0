import type { Context } from 'hono';
import { accepts } from 'hono/accepts';
import type { z } from 'zod';
import { sameSecret } from '../platform/auth/secrets/same-secret.ts';
import { AppError } from '../platform/errors/errors.ts';
import { renderCsv, type Table } from '../platform/http/answers/render-csv.ts';
import type { AppEnv, FunctionRoute } from '../platform/http/function-route.ts';
import { readKnownQuery, readQuery } from '../platform/http/requests/read-query.ts';
import { requireSession } from '../platform/http/requests/require-session.ts';
import type { Services } from '../platform/services.ts';
import { type AnalyticsArguments, allArguments, argumentsOf } from './analytics-arguments.ts';
import { loadAnalyticsCaller } from './analytics-caller.ts';
import { ANALYTICS_FACTS, type HealthBody, RESOURCE_NAMES } from './analytics-facts.ts';
import { readResource } from './read-resource.ts';
import { resourceNamed } from './resources.ts';
import { tableOf } from './table.ts';

/** Characters of an Accept header that are looked at: weighing thousands of types takes milliseconds. */
const MAX_ACCEPT = 1024;

export const analyticsRoute: FunctionRoute = {
  path: 'analytics',
  about: ANALYTICS_FACTS,
  methods: {
    GET: (c, services) => (c.req.query('resource') === 'health' ? health(c, services) : report(c, services)),
  },
};

/** A liveness probe for first-party tools: no session, but their key. */
function health(c: Context<AppEnv>, services: Services): Response {
  if (!sameSecret(c.req.header('apikey'), services.secrets.anonKey)) {
    throw new AppError('AUTH_ERROR', 'the apikey header is missing or wrong');
  }
  readQuery(c);
  const body: HealthBody = { status: 'ok', service: 'analytics' };
  return render(c, 'health', body, () => tableOf(['status', 'service'], [body]));
}

async function report(c: Context<AppEnv>, services: Services): Promise<Response> {
  const session = await requireSession(c, services);
  const caller = await loadAnalyticsCaller(services, services.orm.em.fork(), session);
  const resource = resourceNamed(c.req.query('resource') ?? '');
  const taken: z.ZodObject = resource ? argumentsOf(resource) : allArguments;
  const { resource: name = '', ...given } = readKnownQuery(c, ['resource', ...Object.keys(taken.shape)]);
  if (!resource) {
    throw new AppError('VALIDATION_ERROR', `resource: must be one of ${RESOURCE_NAMES.join(', ')}`);
  }
  const body = await readResource(resource, caller, taken.parse(given) as AnalyticsArguments);
  return render(c, name, body, () => resource.toTable(body));
}

/** Answers with JSON, or with CSV to those who would rather have that; its next page is then in the Link header. */
function render(c: Context<AppEnv>, name: string, body: unknown, toTable: () => Table): Response {
  c.header('Cache-Control', 'no-store');
  c.header('Vary', 'Accept');
  if (!wantsCsv(c)) return c.json(body);
  const next = nextCursor(body);
  if (next !== null) {
    const query = new URLSearchParams({ ...c.req.query(), cursor: next });
    c.header('Link', `<?${query}>; rel="next"`);
  }
  c.header('Content-Type', 'text/csv; charset=utf-8; header=present');
  c.header('Content-Disposition', `attachment; filename="${name}.csv"`);
  return c.body(renderCsv(toTable()));
}

function wantsCsv(c: Context<AppEnv>): boolean {
  if ((c.req.header('accept') ?? '').length > MAX_ACCEPT) return false;
  const supports = ['application/json', 'text/csv'];
  return accepts(c, { header: 'Accept', supports, default: 'application/json' }) === 'text/csv';
}

function nextCursor(body: unknown): string | null {
  const cursor = typeof body === 'object' && body !== null && 'next_cursor' in body ? body.next_cursor : null;
  return typeof cursor === 'string' ? cursor : null;
}
