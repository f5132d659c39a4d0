import type { Context } from 'hono';
import { z } from 'zod';
import { findUsableKey } from '../apps/keys/find-usable-key.ts';
import { findSdkInstall, installQuery } from '../attribution/read/find-sdk-install.ts';
import { AppError } from '../platform/errors/errors.ts';
import type { AppEnv, FunctionRoute } from '../platform/http/function-route.ts';
import { uuid } from '../platform/http/procedures/argument-types.ts';
import { asksAhead } from '../platform/http/requests/asks-ahead.ts';
import { readQuery } from '../platform/http/requests/read-query.ts';
import { PENDING } from '../platform/http/route-facts.ts';
import { addressKey } from '../platform/limits/address-key.ts';
import type { Services } from '../platform/services.ts';
import { MAX_URL } from '../platform/values/max-url.ts';
import { isStorable } from '../platform/values/storable-text.ts';
import { CODE_PATTERN } from './clipboard-code.ts';
import {
  type DeferredLink,
  deferredLinkOfClick,
  deferredLinkOfInstall,
  deferredLinkOfOpening,
} from './deferred/deferred-link.ts';
import { hasLedDevice } from './deferred/has-led-device.ts';
import { findClipboardCode, takeClipboardCode } from './deferred/take-clipboard-code.ts';
import { isDeferredLinkTaken, takeDeferredLink } from './deferred/take-deferred-link.ts';
import { readLinkUrl } from './follow/read-link-url.ts';
import { answerVisit, answerVisitAhead } from './links.route.ts';

const leads = z.object({
  path: z.string().nullable(),
  params: z.record(z.string(), z.unknown()),
  clickId: z.string().describe('The click.'),
  slug: z.string().nullable(),
  campaignId: z.string().nullable().describe('The campaign; null for none.'),
  channel: z.string(),
}) satisfies z.ZodType<DeferredLink>;

const clipboardCode = z.string().regex(CODE_PATTERN, 'must be 32 characters of A-Z, a-z, 0-9, - and _');

const query = z.object({
  slug: z.string().optional().describe('The link to follow.'),
  url: z
    .string()
    .max(MAX_URL, `must be ${MAX_URL} characters or fewer`)
    .optional()
    .describe('The URL of a link that the system opened in the app.'),
  click_id: uuid.optional().describe('The click whose link is asked for.'),
  code: clipboardCode
    .optional()
    .describe('What a landing page put into the clipboard, without its `tributary:`.'),
  ...installQuery.partial().shape,
});

export const deepLinkRoute: FunctionRoute = {
  path: 'deep-link',
  about: {
    tag: 'links',
    summary: 'Follow a link, or learn where it leads',
    description:
      'With `slug`: follows a short link as `/l/{slug}` does, records the click and redirects, or answers the landing ' +
      'page; further parameters are kept with the click. With `url` and an app’s key: a link that the system opened in the app, which so never passed ' +
      'here; its click is recorded, and 204 answers a link that leads nowhere or is another account’s. With `click_id`: where that click leads in the app. With `app_id`, `install_event_id` and ' +
      'the app’s key: the deferred deep link of an install, once; 202 while the install is undecided, 204 from the ' +
      'second time on and where no link led to it. With `app_id`, `code` and the app’s key: the link of the click whose ' +
      'landing page gave that code, once and within an hour; 204 otherwise. What a browser fetches ahead of a visit ' +
      '(`Sec-Purpose` and the like) is a 503 that uses up nothing.',
    security: [[], ['sdkKey']],
    query,
    example: { query: { slug: 'spring-sale' } },
    answers: {
      200: {
        means: 'Where the link leads; or the landing page of the link, for a browser.',
        content: { 'application/json': leads, 'text/html': z.string() },
      },
      202: PENDING,
      204: {
        means:
          'No link led to the install, or it was asked for before; no such link of the account; no click has that code.',
      },
      302: { means: 'To where the link leads.' },
    },
    fails: ['NOT_FOUND', 'RATE_LIMIT'],
    pages: [404, 503],
  },
  cors: true,
  methods: { GET: answer, HEAD: answer },
};

function answer(c: Context<AppEnv>, services: Services): Promise<Response> | Response {
  if (asksAhead(c)) return answerVisitAhead(c);
  if (c.req.query('slug')) return answerVisit(c, services, only(c, 'slug'));
  c.header('Cache-Control', 'no-store');
  if (c.req.query('url') !== undefined) return ofUrl(c, services, only(c, 'url'));
  const { click_id, code, app_id } = readQuery(c);
  if (click_id) return ofClick(c, services, click_id);
  if (code) return ofCode(c, services);
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
    hints: null,
    takesHints: false,
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
  const id = clickId.data.toLowerCase();
  const link = await deferredLinkOfClick(workPool, id);
  if (!link) throw new AppError('NOT_FOUND', 'no such click');
  const { install_event_id: installEventId } = readQuery(c);
  const apiKey = c.req.header('x-service-api-key');
  if (installEventId && apiKey) {
    const { customer_id: customerId, app_id: appId } = await findUsableKey(workPool, apiKey);
    if (await hasLedDevice(workPool, { customerId, appId, installEventId, clickId: id }))
      return c.body(null, 204);
  }
  return c.json(link);
}

const codeQuery = z.object({ app_id: uuid, code: clipboardCode });

/** Once per code; the same 204 for one that is unknown, was taken, or has ended. A HEAD takes nothing. */
async function ofCode(c: Context<AppEnv>, { workPool, clock }: Services): Promise<Response> {
  const { app_id, code } = codeQuery.parse(readQuery(c));
  const key = await findUsableKey(workPool, c.req.header('x-service-api-key'));
  if (key.app_id !== app_id) throw new AppError('AUTH_ERROR', 'the key belongs to another app');
  const customerId = key.customer_id;
  c.set('accountId', customerId);
  const find = c.req.method === 'HEAD' ? findClipboardCode : takeClipboardCode;
  const clickId = await find(workPool, { customerId, appId: app_id, code, now: clock() });
  if (clickId === null) return c.body(null, 204);
  const known = { click_id: clickId, model: 'click_id', near_tie: false };
  const link = await deferredLinkOfInstall(workPool, customerId, known);
  return link === null ? c.body(null, 204) : c.json(link);
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
