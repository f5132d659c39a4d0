import { readFile } from 'node:fs/promises';
import { MAX_BODY_BYTES, MAX_EVENTS_PER_REQUEST } from '@tributary/sdk/wire/limits';
import { MAX_DEPTH } from '@tributary/sdk/wire/optional-fields';
import { beforeAll, expect, test } from 'vitest';
import { MAX_ROWS } from '../../imports/jobs/collect-batches.ts';
import { MAX_FILE_BYTES, UPLOAD_PACE } from '../../imports/routes/read-upload.ts';
import { MAX_MEMBERS } from '../../ingest/parse/scan-members.ts';
import { MAX_RECORD } from '../text-files/read-csv-records.ts';
import { inMemory, type LimitOptions } from './rate-limit.ts';
import { createRateLimits } from './rate-limits.ts';

const PAGE = new URL('../../../../docs/running/limits.md', import.meta.url);
const EVERY: Readonly<Record<number, string>> = {
  60: 'minute',
  900: '15 minutes',
  3600: 'hour',
  86400: 'day',
};

/** What the page says of a rate limit: the first name in its row, and words around its figure and its window. */
const RATE_LIMITS: Readonly<Record<string, readonly [row: string, says: string]>> = {
  'ingest-ip': ['`/v1/ingest`', 'N requests per WINDOW per address'],
  'ingest-app': ['`/v1/ingest`', 'per minute per address, N per app'],
  'forget-ip': ['`/v1/forget`', 'N requests per WINDOW per address'],
  'forget-app': ['`/v1/forget`', 'per minute per address, N per app'],
  'forget-app-day': ['`/v1/forget`', 'and N per WINDOW per app'],
  'resolve-key-ip': ['`/v1/resolve-key`', 'N requests per WINDOW per address'],
  'link-ip': ['`/l/{slug}`', 'N visits per WINDOW per address'],
  'asset-links-ip': ['`/.well-known/assetlinks.json`', 'N requests per WINDOW per address'],
  'payment-app': ['`/v1/payment-webhook`', 'N deliveries per WINDOW per app'],
  'payment-sender': ['`/v1/payment-webhook`', 'N per WINDOW per app and address'],
  'postback-test': ['`test_ad_network_config`', 'N test events per WINDOW per account'],
  'domain-check': ['domains', '`verify_domain` N times a WINDOW per account'],
  'link-check': ['`check_link`', 'N per WINDOW per account'],
  'dry-run': ['dry runs', 'N per WINDOW per account'],
  'sign-in-ip': ['`/api/auth`', 'N requests per WINDOW per address'],
  'password-ip': ['`/api/auth`', 'per minute per address, N of them with a password'],
  'wrong-password': ['`/api/auth`', 'N wrong passwords in WINDOW'],
  'mail-person': ['mails', 'N per WINDOW to one e-mail address'],
  invitation: ['invitations', 'N per WINDOW per user'],
};

/** The same of what else is limited. */
const SIZES: readonly (readonly [row: string, says: string])[] = [
  ['`/v1/ingest`', `${MAX_BODY_BYTES / 1024} KB and ${MAX_EVENTS_PER_REQUEST} events per request`],
  ['`/v1/ingest`', `${MAX_MEMBERS} top-level members and ${MAX_DEPTH} levels of nesting`],
  ['`/v1/migration-importer/upload`', `${MAX_FILE_BYTES / 1024 ** 2} MB, inflated as well`],
  ['`/v1/migration-importer/upload`', `${withCommas(MAX_ROWS)} rows`],
  ['`/v1/migration-importer/upload`', `${UPLOAD_PACE.leastBytes / 1024} KB at least`],
  ['`/v1/migration-importer/upload`', `${withCommas(MAX_RECORD)} characters`],
];

function withCommas(figure: number): string {
  return figure.toLocaleString('en-US');
}

let page: string[];
beforeAll(async () => {
  page = (await readFile(PAGE, 'utf8')).split('\n');
});

const rowOf = (name: string) => page.find((line) => line.startsWith(`| ${name}`)) ?? '';

function rateLimits(): LimitOptions[] {
  const made: LimitOptions[] = [];
  createRateLimits((options) => {
    made.push(options);
    return inMemory(options);
  });
  // Not a limit: who has signed in from where.
  return made.filter(({ keyPrefix }) => keyPrefix !== 'known-ip');
}

test('docs/running/limits.md has every rate limit', () => {
  const made = rateLimits().map(({ keyPrefix }) => keyPrefix);
  expect(made.toSorted()).toEqual(Object.keys(RATE_LIMITS).toSorted());
});

test.each(rateLimits())(
  'docs/running/limits.md has the figures of $keyPrefix',
  ({ keyPrefix, points, duration }) => {
    const [row, says] = RATE_LIMITS[keyPrefix] ?? ['', 'nothing'];
    const said = says.replace('N', withCommas(points)).replace('WINDOW', EVERY[duration] ?? `${duration} s`);
    // A figure that names no window stands beside one that is per minute.
    expect(says.includes('WINDOW') || duration === 60).toBe(true);
    expect(rowOf(row)).toContain(said);
  },
);

test.each(SIZES)('docs/running/limits.md says of %s: %s', (row, says) => {
  expect(rowOf(row)).toContain(says);
});
