import { z } from 'zod';
import type { RouteFacts } from '../platform/http/route-facts.ts';
import { allArguments } from './analytics-arguments.ts';
import type { Resource } from './resource.ts';
import { RESOURCES } from './resources.ts';

/** What the `resource` parameter may be. */
export const RESOURCE_NAMES = ['health', ...RESOURCES.map(({ name }) => name)];

const healthBody = z.object({ status: z.literal('ok'), service: z.literal('analytics') });
export type HealthBody = z.output<typeof healthBody>;

const pascal = (name: string) => name.replace(/(?:^|_)([a-z])/g, (_, letter: string) => letter.toUpperCase());

function listOf(resource: Resource): string {
  const { name, means, feature, paged, grouped } = resource;
  const notes = [
    feature && `needs the plan’s feature ${feature}`,
    paged && 'comes in pages',
    grouped && 'takes `group_by`',
  ];
  const said = notes.filter(Boolean).join('; ');
  return `\n- \`${name}\`: ${means}${said ? ` (${said})` : ''}`;
}

/** Each resource's answer under a name of its own, so that clients get a type for it. */
const RESOURCE_SCHEMAS = RESOURCES.map((resource: Resource) =>
  resource.output.meta({ id: `Analytics${pascal(resource.name)}` }),
);

export const ANALYTICS_FACTS: RouteFacts = {
  tag: 'analytics',
  summary: 'Read a report',
  description:
    'A report on the apps of the caller’s teams, as JSON, or as CSV with `Accept: text/csv`. By default it is about ' +
    'the last 30 days; days are UTC, both ends inclusive. `cursor` is taken by reports that come in pages, whose CSV ' +
    'has the next page in its `Link` header. `country` is two letters, or `unknown`; `group_by` adds `groups` to reports ' +
    'that take it, and the CSV then has their lines. Over tRPC the same are `analytics.<resource>`. An unknown parameter is a ' +
    '400, as is an app or a team that is not the account’s. Needs the viewer role. `health` needs the apikey header ' +
    `and no session.\n${RESOURCES.map(listOf).join('')}`,
  security: [['session'], ['apikey']],
  query: z.object({
    resource: z.enum(RESOURCE_NAMES).describe('The report.'),
    ...allArguments.shape,
  }),
  example: { query: { resource: 'summary', date_from: '2026-01-01', date_to: '2026-01-31' } },
  answers: {
    200: {
      means: 'The report.',
      content: { 'application/json': z.union([...RESOURCE_SCHEMAS, healthBody]), 'text/csv': z.string() },
    },
  },
  fails: ['FORBIDDEN', 'FEATURE_NOT_AVAILABLE'],
};
