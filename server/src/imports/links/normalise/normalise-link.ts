import type { ColumnMapping } from '../../column-mapping.ts';
import type { FileRow } from '../../import-row.ts';
import { readTime } from '../../normalise/read-time.ts';
import { columnsByField, createRowReader, type RowReader } from '../../normalise/row-reader.ts';
import type { LinkField } from '../link-fields.ts';
import type { LostValue, NormalisedLink } from '../link-row.ts';
import type { LinkSource } from '../mappings/link-source.ts';
import { checkLink, originOf } from './check-link.ts';
import { createExpander } from './expand-row.ts';
import { readDeepLink } from './read-deep-link.ts';
import {
  NO,
  readActive,
  readChannel,
  readJson,
  readRules,
  readTags,
  readUtm,
  readWhole,
} from './read-fields.ts';
import { readPage } from './read-page.ts';
import { type AppOfLinks, readTargets } from './read-targets.ts';
import { readWhere } from './read-where.ts';

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

const PROTECTED = 'the link is protected by a password, and would be open to everyone';

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
