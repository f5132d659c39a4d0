import { z } from 'zod';
import { answersJson, type RouteFacts } from '../../../platform/http/route-facts.ts';
import type { Operation } from '../operation.ts';

const READY = z.object({
  status: z.literal('ready'),
  nodes_away: z
    .array(z.string())
    .optional()
    .describe('Nodes of Citus that do not answer, as `host:port`; left out if all do.'),
});

const slug = z.string().describe('The last part of the link’s address.');
const html = { 'text/html': z.string() };
const script = { 'text/javascript': z.string() };
const bundle = z
  .object({
    version: z.string().describe('The version, made of its content.'),
    url: z.string().describe('The path that never changes its content.'),
    integrity: z.string().describe('For the `integrity` attribute of the script.'),
    bytes: z.int().describe('Its size.'),
    gzip_bytes: z.int().describe('Its size as sent.'),
  })
  .describe('The bundle.');

type Plain = Omit<RouteFacts, 'tag' | 'security' | 'fails'> & Partial<RouteFacts>;

/** Endpoints without a registry of their own, by path. A test compares them with what is mounted. */
const PLAIN: Readonly<Record<string, Plain>> = {
  '/healthz': {
    summary: 'Probe the process',
    description:
      'Whether the process answers, or all of them (`PROCESSES`). It asks nothing of the database.',
    answers: {
      ...answersJson(z.object({ status: z.literal('ok') })),
      503: {
        means: 'One of the processes does not respond.',
        content: { 'application/json': z.object({ status: z.literal('not ok'), error: z.string() }) },
      },
    },
  },
  '/readyz': {
    summary: 'Probe readiness',
    description:
      'Whether the database can be reached and is migrated, and all processes have started: send no traffic while it answers 503. ' +
      'On Citus, `nodes_away` names to operators the nodes that do not answer: what needs them waits or is refused, all else goes on.',
    answers: {
      ...answersJson(READY),
      503: {
        means: 'Not ready.',
        content: { 'application/json': z.object({ status: z.literal('not ready'), error: z.string() }) },
      },
    },
  },
  '/metrics': {
    summary: 'Read the metrics',
    description:
      'For Prometheus. Served to the bearer of METRICS_TOKEN; without it on loopback only, where PUBLIC_URL is there too.',
    security: [[], ['metricsToken']],
    answers: { 200: { means: 'The metrics.', content: { 'text/plain': z.string() } } },
  },
  '/l/{slug}': {
    tag: 'links',
    summary: 'Follow a link',
    description:
      'Records the click and redirects to where the link leads on this device, or answers the link’s landing page; a ' +
      'paused link leads to the default page. ' +
      'Further parameters are kept with the click and handed to the app. A program that asks for JSON gets failures as JSON.',
    path: { slug },
    answers: {
      200: { means: 'The landing page of the link.', content: { 'text/html': z.string() } },
      302: { means: 'To where the link leads.' },
    },
    fails: ['NOT_FOUND', 'RATE_LIMIT'],
    pages: [404, 503],
  },
  '/l/{slug}/qr': {
    tag: 'links',
    summary: 'Draw a link as a QR code',
    description:
      'The link’s address as a QR code. On the service’s own host `domain` names the domain that the link is on.',
    path: { slug },
    query: z.object({
      domain: z.string().optional().describe('The domain of the link; by default the host that is asked.'),
    }),
    answers: { 200: { means: 'The picture.', content: { 'image/svg+xml': z.string() } } },
    fails: ['NOT_FOUND', 'RATE_LIMIT'],
    pages: [404, 503],
  },
  '/.well-known/assetlinks.json': {
    tag: 'links',
    summary: 'Say which Android apps may open links',
    description:
      'Digital Asset Links of all apps that have certificates in their settings: on a domain those of its account, on the ' +
      'service’s own host those of the accounts that the operator allows.',
    answers: answersJson(z.array(z.record(z.string(), z.unknown())), 'The statements.'),
    fails: ['NOT_FOUND', 'RATE_LIMIT'],
  },
  '/.well-known/apple-app-site-association': {
    tag: 'links',
    summary: 'Say which iOS apps may open links',
    description:
      'Universal Links of all apps whose bundle id and team id at Apple are known: on a domain those of its account, on the ' +
      'service’s own host those of the accounts that the operator allows.',
    answers: answersJson(
      z.object({
        applinks: z
          .object({
            details: z
              .array(z.record(z.string(), z.unknown()))
              .describe('The apps, and which paths they open.'),
          })
          .describe('Universal Links.'),
      }),
      'The document.',
    ),
    fails: ['NOT_FOUND', 'RATE_LIMIT'],
  },
  '/.well-known/tributary-domain.txt': {
    tag: 'links',
    summary: 'Keep a domain proven',
    description: 'On a domain that was proven by such a file, a copy of it.',
    answers: { 200: { means: 'The copy.', content: { 'text/plain': z.string() } } },
    fails: ['NOT_FOUND', 'RATE_LIMIT'],
  },
  '/internal/domain-allowed': {
    summary: 'Ask whether to get a certificate',
    description:
      'For the proxy: whether a host is a verified domain, or PUBLIC_URL’s. Served on loopback, without any header that a ' +
      'proxy adds, or to the bearer of METRICS_TOKEN; everyone else gets 404.',
    security: [[], ['metricsToken']],
    query: z.object({ domain: z.string().describe('The host.') }),
    answers: {
      200: { means: 'It is.', content: { 'text/plain': z.string() } },
      404: { means: 'It is not.', content: { 'text/plain': z.string() } },
    },
  },
  '/sdk.json': {
    summary: 'Find the current SDK',
    description: 'Versions, addresses and integrity hashes of the SDK for web pages.',
    answers: answersJson(
      z.object({
        module: bundle.describe('The ES module.'),
        script: bundle.describe('The classic script.'),
      }),
    ),
  },
  '/sdk.js': {
    summary: 'Load the SDK as a module',
    description: 'The SDK for web pages as an ES module. With `v` of the current version it never changes.',
    answers: { 200: { means: 'The module.', content: script }, 304: { means: 'It has not changed.' } },
  },
  '/sdk.iife.js': {
    summary: 'Load the SDK as a script',
    description:
      'The SDK for web pages as a classic script. With `v` of the current version it never changes.',
    answers: { 200: { means: 'The script.', content: script }, 304: { means: 'It has not changed.' } },
  },
  '/openapi.json': {
    summary: 'Read this document',
    description: 'The whole interface of the service, as an OpenAPI 3.1 document.',
    answers: {
      200: { means: 'The document.', content: { 'application/json': z.record(z.string(), z.unknown()) } },
      304: { means: 'It has not changed.' },
    },
  },
  '/docs': {
    summary: 'Browse this document',
    description: 'A page that shows this document and can try it out.',
    answers: { 200: { means: 'The page.', content: html } },
  },
};

const idOf = (path: string) => path.replace(/\W+/g, '_').replace(/^_|_$/g, '');

export const PLAIN_OPERATIONS: readonly Operation[] = Object.entries(PLAIN).map(([path, facts]) => ({
  id: path.startsWith('/l/') ? idOf(path.replace('/l/', 'link/')) : idOf(path),
  method: 'get',
  path,
  facts: { tag: 'operations', security: [], fails: [], ...facts },
  errors: 'plain',
}));
