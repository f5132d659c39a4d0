import type { Context } from 'hono';
import { z } from 'zod';
import { findSdkInstall, installQuery } from '../../attribution/read/find-sdk-install.ts';
import { AppError } from '../../errors.ts';
import type { AppEnv, FunctionRoute } from '../../http/function-route.ts';
import { readQuery } from '../../http/requests/read-query.ts';
import { PENDING } from '../../http/route-facts.ts';
import { findUsableKey } from '../../keys/find-usable-key.ts';
import { uuid } from '../../procedures/argument-types.ts';
import { addressKey } from '../../rate-limits/rate-limit.ts';
import type { Services } from '../../services.ts';
import { isStorable } from '../../values/storable-text.ts';
import {
  type DeferredLink,
  deferredLinkOfClick,
  deferredLinkOfInstall,
  deferredLinkOfOpening,
} from '../deferred/deferred-link.ts';
import { isDeferredLinkTaken, takeDeferredLink } from '../deferred/take-deferred-link.ts';
import { answerVisit } from '../links.route.ts';
import { readLinkUrl } from './read-link-url.ts';

const MAX_URL = 2048;

const leads = z.object({
  path: z.string().nullable(),
  params: z.record(z.string(), z.unknown()),
  clickId: z.string().describe('The click.'),
  slug: z.string().nullable(),
  campaignId: z.string().nullable().describe('The campaign; null for none.'),
  channel: z.string(),
}) satisfies z.ZodType<DeferredLink>;

const query = z.object({
  slug: z.string().optional().describe('The link to follow.'),
  url: z
    .string()
    .max(MAX_URL, `must be ${MAX_URL} characters or fewer`)
    .optional()
    .describe('The URL of a link that the system opened in the app.'),
  click_id: uuid.optional().describe('The click whose link is asked for.'),
  ...installQuery.partial().shape,
});

export const deepLinkRoute: FunctionRoute = {
  path: 'deep-link',
  about: {
    tag: 'links',
    summary: 'Follow a link, or learn where it leads',
    description:
      'With `slug`: follows a short link as `/l/{slug}` does, records the click and redirects; further parameters are ' +
      'kept with the click. With `url` and an app’s key: a link that the system opened in the app, which so never passed ' +
      'here; its click is recorded, and 204 answers a link that leads nowhere or is another account’s. With `click_id`: where that click leads in the app. With `app_id`, `install_event_id` and ' +
      'the app’s key: the deferred deep link of an install, once; 202 while the install is undecided, 204 from the ' +
      'second time on and where no link led to it.',
    security: [[], ['sdkKey']],
    query,
    example: { query: { slug: 'spring-sale' } },
    answers: {
      200: { means: 'Where the link leads.', content: { 'application/json': leads } },
      202: PENDING,
      204: { means: 'No link led to the install, or it was asked for before; no such link of the account.' },
      302: { means: 'To where the link leads.' },
    },
    fails: ['NOT_FOUND', 'RATE_LIMIT'],
    pages: [404, 503],
  },
  cors: true,
  methods: { GET: answer, HEAD: answer },
};

function answer(c: Context<AppEnv>, services: Services): Promise<Response> | Response {
  if (c.req.query('slug')) return answerVisit(c, services, only(c, 'slug'));
  c.header('Cache-Control', 'no-store');
  if (c.req.query('url') !== undefined) return ofUrl(c, services, only(c, 'url'));
  const { click_id, app_id } = readQuery(c);
  if (click_id) return ofClick(c, services, click_id);
  if (app_id) return ofInstall(c, services);
  throw new AppError('VALIDATION_ERROR', 'slug: is missing');
}

/** Other parameters of a visit belong to the visitor, and may be repeated. */
function only(c: Context<AppEnv>, name: string): string {
  const [value = '', ...others] = c.req.queries(name) ?? [];
  if (others.length > 0) throw new AppError('VALIDATION_ERROR', `${name}: is given twice`);
  return value;
}

/** @throws AppError AUTH_ERROR, RATE_LIMIT, VALIDATION_ERROR */
async function ofUrl(c: Context<AppEnv>, services: Services, given: string): Promise<Response> {
  await services.limits.linkVisitsPerAddress.consume(addressKey(c.get('clientAddress')));
  const key = await findUsableKey(services.workPool, c.req.header('x-service-api-key'));
  c.set('accountId', key.customer_id);
  const url = given.length > MAX_URL || !isStorable(given) ? null : URL.parse(given);
  if (url === null || !/^https?:$/.test(url.protocol))
    throw new AppError(
      'VALIDATION_ERROR',
      `url: must be an http or https URL of ${MAX_URL} characters or fewer`,
    );
  const visit = {
    ...(await readLinkUrl(services, url)),
    userAgent: c.req.header('user-agent'),
    acceptLanguage: c.req.header('accept-language'),
    clientAddress: c.get('clientAddress'),
    looksOnly: c.req.method === 'HEAD',
  };
  const opened = await services.links.open(visit, key.customer_id);
  const link = opened && (await deferredLinkOfOpening(services.workPool, key.customer_id, opened));
  return link ? c.json(link) : c.body(null, 204);
}

async function ofClick(c: Context<AppEnv>, { workPool }: Services, given: string): Promise<Response> {
  const clickId = uuid.safeParse(given);
  if (!clickId.success) throw new AppError('VALIDATION_ERROR', 'click_id: must be a UUID (version 4)');
  const link = await deferredLinkOfClick(workPool, clickId.data.toLowerCase());
  if (!link) throw new AppError('NOT_FOUND', 'no such click');
  return c.json(link);
}

/** Once per install: 204 from the second time on, as for an install that no link led to. A HEAD takes nothing. */
async function ofInstall(c: Context<AppEnv>, services: Services): Promise<Response> {
  const { customerId, state } = await findSdkInstall(
    services,
    readQuery(c),
    c.req.header('x-service-api-key'),
  );
  c.set('accountId', customerId);
  // An app asks as soon as it is opened, often before its install event has arrived: no error, which browsers would show.
  if (state.kind !== 'decided') return c.json({ status: 'pending' }, 202);
  const { click_id, install_id } = state;
  const { workPool, clock } = services;
  const link =
    click_id === null ? null : await deferredLinkOfInstall(workPool, customerId, { ...state, click_id });
  const isThere =
    link !== null &&
    (c.req.method === 'HEAD'
      ? !(await isDeferredLinkTaken(workPool, customerId, install_id))
      : await takeDeferredLink(workPool, customerId, install_id, clock()));
  return isThere ? c.json(link) : c.body(null, 204);
}
