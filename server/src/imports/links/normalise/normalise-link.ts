import { CHANNELS } from '@tributary/sdk/wire/event';
import { newLink } from '../../../links/procedures/new-link-arguments.ts';
import { isServicePath } from '../../../links/service-path.ts';
import { isSlug } from '../../../links/slug.ts';
import type { ColumnMapping } from '../../column-mapping.ts';
import type { FileRow } from '../../import-row.ts';
import { normaliseChannel } from '../../normalise/normalise-channel.ts';
import { readTime } from '../../normalise/read-time.ts';
import { columnsByField, createRowReader, type RowReader } from '../../normalise/row-reader.ts';
import type { LinkField } from '../link-fields.ts';
import type { LostValue, NormalisedLink, ValueOrigin } from '../link-row.ts';
import type { LinkSource } from '../mappings/link-source.ts';
import { createExpander, parseJson } from './expand-row.ts';
import { madeSlug } from './made-slug.ts';
import { type OldAddress, readAddress } from './read-address.ts';
import { readDeepLink } from './read-deep-link.ts';
import { readPage } from './read-page.ts';
import { type AppOfLinks, readTargets } from './read-targets.ts';

/** Where links are moved to, and from what. */
export interface LinkTarget {
  readonly jobId: string;
  readonly app: AppOfLinks;
  readonly source: LinkSource;
  readonly mapping: ColumnMapping<LinkField>;
  /** The host of the domain that keeps their paths; null for the service's own, which keeps none. */
  readonly host: string | null;
}

const MAX_NAME = 200;
const MAX_TAG = 40;
const MAX_TAGS = 20;

const PROTECTED = 'the link is protected by a password, and would be open to everyone';
/** Stands in for the slug of a row whose address is wrong, which is all that is said of it. */
const NO_SLUG = 'none';

const YES = /^(?:true|yes|1|y|archived)$/i;
const NO = /^(?:false|no|0|n)$/i;

/** Turns rows of a file into links, by the rules of their source. */
export function createLinkNormaliser(target: LinkTarget): (given: FileRow) => NormalisedLink {
  const columnsOf = columnsByField(target.mapping);
  const expand = createExpander(target.source, columnsOf);
  return (given) => {
    if (given.problem !== undefined)
      return { lost: [], errors: [{ row: given.row, column: null, value: null, reason: given.problem }] };
    const expansion = expand(given);
    const columns = new Map(columnsOf);
    for (const [column, field] of expansion.fields)
      columns.set(field, [...(columns.get(field) ?? []), column]);
    const values = { ...given.values, ...expansion.values };
    const reader = createRowReader(columns, { row: given.row, values }, target.source.translates);
    for (const problem of expansion.problems) reader.reject(problem, problem.reason);
    return readLink(reader, target, { row: given.row, params: expansion.params, lost: [...expansion.lost] });
  };
}

interface RowParts {
  readonly row: number;
  readonly params: readonly { readonly name: string; readonly value: unknown }[];
  readonly lost: LostValue[];
}

function readLink(reader: RowReader<LinkField>, target: LinkTarget, parts: RowParts): NormalisedLink {
  const { source, app } = target;
  const { row, lost } = parts;
  if (isProtected(reader)) reader.reject(reader.find('password')?.column ?? 'password', PROTECTED);
  const where = readWhere(reader, target, row, lost);
  const opened = readOpened(reader, parts);
  const targets = readTargets(reader, source, { app, webUrl: opened.webUrl, lost });
  const given = {
    p_app_id: app.id,
    p_slug: where.slug,
    p_channel: readChannel(reader, source, lost),
    p_campaign_id: reader.find('campaign_id')?.value,
    p_fallback_url: targets.fallback_url,
    p_android_url: targets.android_url,
    p_ios_url: targets.ios_url,
    p_ussd_fallback: reader.find('ussd_fallback')?.value,
    p_deep_link_path: opened.path,
    p_deferred_params: opened.params,
    p_rules: readRules(reader, targets.fallback_url),
    p_expires_at: reader.take(
      'expires_at',
      readTime,
      'must be a time, such as 2026-01-31T12:00:00Z or Unix seconds',
    ),
    p_expired_url: reader.find('expired_url')?.value,
    p_max_clicks: reader.take('max_clicks', readWhole, 'must be a whole number'),
    p_utm: readUtm(reader),
    p_tags: readTags(reader, source, lost),
    ...readPage(reader, source, lost),
  };
  const campaignName = reader.text('campaign_name', MAX_NAME);
  const active = readActive(reader);
  const link = checkLink(reader, given, lost);
  if (reader.errors.length > 0 || link === null) return { lost, errors: reader.errors };
  const { path, found: address } = where;
  const origin = (argument: string) => originOf(reader, argument);
  return { lost, link: { row, link, path, campaignName, active, address, origin } };
}

/** A password itself, or whether there is one. */
function isProtected(reader: RowReader<LinkField>): boolean {
  const found = reader.find('password');
  return found !== undefined && !NO.test(found.value);
}

interface Where {
  readonly slug: string | undefined;
  readonly path: string | null;
  readonly found: { readonly column: string; readonly value: string };
}

/** What keeps a link's address: its slug if that is the whole path, otherwise its path beside a made slug. */
function readWhere(
  reader: RowReader<LinkField>,
  { host, jobId }: LinkTarget,
  row: number,
  lost: LostValue[],
): Where {
  const own = reader.find('slug');
  const found = reader.find('short_link') ?? reader.find('long_link');
  const none = { slug: own?.value ?? NO_SLUG, path: null, found: own ?? { column: 'slug', value: '' } };
  if (found === undefined) {
    if (own === undefined) reader.reject('short_link', 'is missing');
    return none;
  }
  const address = readAddress(found.value);
  if (address === undefined) {
    reader.reject(found, 'must be the address of a link, with a path of up to 512 characters');
    return none;
  }
  if (host !== null && isAnswered(address)) reader.reject(found, 'is a path that the service itself answers');
  const lostBecause = reasonAddressIsLost(address, host);
  if (lostBecause !== null) lost.push({ ...found, reason: lostBecause });
  const slug = address.path.slice(1);
  const isWhole = isSlug(own?.value ?? slug) && (own === undefined || own.value === slug);
  if (isWhole) return { slug, path: null, found };
  return {
    slug: own?.value ?? madeSlug(address.path, jobId, row),
    path: host === null ? null : address.path,
    found,
  };
}

/** Association files and the like, and what the service has on every host: no link is found there. */
function isAnswered({ path }: OldAddress): boolean {
  return /^\/(?:\.|%2e)/i.test(path) || isServicePath(path);
}

function reasonAddressIsLost(address: OldAddress, host: string | null): string | null {
  if (host === null) return 'no domain was named that keeps it: the link has an address of its own here';
  if (address.host !== null && address.host !== host) return `only its path is kept: it was not on ${host}`;
  return null;
}

/** What the app is opened with. */
function readOpened(reader: RowReader<LinkField>, { params: given }: RowParts) {
  const found = reader.find('deep_link');
  const read = found === undefined ? undefined : readDeepLink(found.value);
  if (found !== undefined && read === undefined) reader.reject(found, 'must be a path, or a URL');
  const params = new Map<string, unknown>();
  const value = reader.find('deep_link_value')?.value;
  if (value !== undefined) params.set('deep_link_value', value);
  for (const param of given) if (!params.has(param.name)) params.set(param.name, param.value);
  const own = readJson(reader, 'deferred_params');
  const path =
    reader.find('deep_link_path')?.value ?? read?.path ?? (value?.startsWith('/') ? value : undefined);
  return {
    path,
    webUrl: read?.webUrl ?? null,
    params: params.size === 0 ? own : { ...Object.fromEntries(params), ...(own as object | undefined) },
  };
}

function readChannel(
  reader: RowReader<LinkField>,
  source: LinkSource,
  lost: LostValue[],
): string | undefined {
  const found = reader.find('channel');
  if (found === undefined || !source.translates) return found?.value;
  const name = normaliseChannel(found.value);
  if (CHANNELS.some((channel) => channel === name)) return name;
  lost.push({ ...found, reason: 'is no channel of the service: that of the campaign counts' });
  return undefined;
}

/** The platform's split of visitors between two URLs, or rules as they are. */
function readRules(reader: RowReader<LinkField>, fallbackUrl: string | null): unknown {
  const found = reader.find('split_url');
  if (found === undefined || fallbackUrl === null) return readJson(reader, 'rules');
  const percent = reader.take('split_percent', readPercent, 'must be a share of 1 to 99 percent');
  return [
    { when: {}, url: found.value, weight: percent ?? 50 },
    { when: {}, url: fallbackUrl, weight: 100 - (percent ?? 50) },
  ];
}

function readPercent(value: string): number | undefined {
  const number = readWhole(value);
  return number !== undefined && number >= 1 && number <= 99 ? number : undefined;
}

function readWhole(value: string): number | undefined {
  return /^\d{1,15}$/.test(value) ? Number(value) : undefined;
}

function readUtm(reader: RowReader<LinkField>): unknown {
  const parts = (['source', 'medium', 'campaign', 'term', 'content'] as const).flatMap((name) => {
    const found = reader.find(`utm_${name}`);
    return found === undefined ? [] : [[name, found.value]];
  });
  return parts.length === 0 ? readJson(reader, 'utm') : Object.fromEntries(parts);
}

/** A list, or one separated by commas. Of another platform, tags that are too long or too many are left out. */
function readTags(reader: RowReader<LinkField>, source: LinkSource, lost: LostValue[]): unknown {
  const found = reader.all('tags');
  if (found.length === 0) return undefined;
  const tags = found.flatMap(({ column, value }) => {
    const parsed = value.startsWith('[') ? parseJson(value) : undefined;
    const list = Array.isArray(parsed) ? parsed : value.split(',');
    return list.map((tag) => ({ column, tag: typeof tag === 'string' ? tag.trim() : tag }));
  });
  const named = tags.filter(({ tag }) => tag !== '');
  if (!source.translates) return named.map(({ tag }) => tag);
  const kept = named.filter(({ tag }) => typeof tag === 'string' && tag.length <= MAX_TAG).slice(0, MAX_TAGS);
  for (const { column, tag } of named)
    if (!kept.some((one) => one.tag === tag))
      lost.push({
        column,
        value: String(tag),
        reason: `a link has ${MAX_TAGS} tags of ${MAX_TAG} characters at most`,
      });
  return kept.map(({ tag }) => tag);
}

function readActive(reader: RowReader<LinkField>): boolean {
  const read = (value: string) => (YES.test(value) ? true : NO.test(value) ? false : undefined);
  const archived = reader.take('archived', read, 'must be true or false') ?? false;
  return (reader.take('active', read, 'must be true or false') ?? true) && !archived;
}

function readJson(reader: RowReader<LinkField>, field: LinkField): unknown {
  return reader.take(field, parseJson, 'must be JSON') ?? undefined;
}

/** Checks a link as `create_deep_link` does, and says which column is at fault. */
function checkLink(reader: RowReader<LinkField>, given: Record<string, unknown>, lost: readonly LostValue[]) {
  const read = newLink.safeParse(given);
  if (read.success) return read.data;
  for (const { path, message } of read.error.issues) {
    const [argument = '', ...inside] = path.map(String);
    const { column, value } = originOf(reader, argument, inside[0]);
    const at = inside.length > 0 ? `${inside.join('.')}: ` : '';
    // A value that leads nowhere here was left out; where a link cannot do without it, that is why it is none.
    const reason = lost.find((one) => one.column === column)?.reason;
    if (value === null) reader.reject(column, 'is missing');
    else if (given[argument] == null && reason !== undefined) reader.reject({ column, value }, reason);
    else reader.reject({ column, value }, `${at}${message}`);
  }
  return null;
}

/** The fields that fill an argument, the most telling first. */
const FILLED_BY: Readonly<Record<string, readonly LinkField[]>> = {
  slug: ['slug', 'short_link', 'long_link'],
  fallback_url: ['fallback_url', 'redirect_url', 'deep_link'],
  android_url: ['android_url', 'redirect_url', 'android_package', 'deep_link'],
  ios_url: ['ios_url', 'redirect_url', 'ios_app_id', 'deep_link'],
  deep_link_path: ['deep_link_path', 'deep_link', 'deep_link_value'],
  deferred_params: ['deferred_params', 'param', 'long_link', 'link_data'],
  rules: ['rules', 'split_url'],
  utm: ['utm', 'utm_source', 'utm_medium', 'utm_campaign', 'utm_term', 'utm_content'],
};

/** Where in the file an argument is from. @param member the one of `p_utm` that is meant. */
function originOf(reader: RowReader<LinkField>, argument: string, member?: string): ValueOrigin {
  const name = argument.replace(/^p_/, '');
  const named = name === 'utm' && member !== undefined ? [`utm_${member}` as LinkField] : [];
  const fields = [...named, ...(FILLED_BY[name] ?? [name as LinkField])];
  const found = fields.map((field) => reader.find(field)).find((one) => one !== undefined);
  return found ?? { column: name, value: null };
}
