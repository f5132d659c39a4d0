import { CHANNELS } from '@tributary/sdk/wire/event';
import { MAX_JSON_DEPTH } from '../../../platform/values/json-depth.ts';
import { normaliseChannel } from '../../normalise/normalise-channel.ts';
import type { RowReader } from '../../normalise/row-reader.ts';
import type { LinkField } from '../link-fields.ts';
import type { LostValue } from '../link-row.ts';
import type { LinkSource } from '../mappings/link-source.ts';
import { parseJson } from './expand-row.ts';

const MAX_TAG = 40;
const MAX_TAGS = 20;

const YES = /^(?:true|yes|1|y|archived)$/i;
/** Says no. */
export const NO = /^(?:false|no|0|n)$/i;

/** One of the service's channels. */
export function readChannel(
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
export function readRules(reader: RowReader<LinkField>, fallbackUrl: string | null): unknown {
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

/** A whole number. */
export function readWhole(value: string): number | undefined {
  return /^\d{1,15}$/.test(value) ? Number(value) : undefined;
}

/** The parts of a campaign's parameters, or all of them as they are. */
export function readUtm(reader: RowReader<LinkField>): unknown {
  const parts = (['source', 'medium', 'campaign', 'term', 'content'] as const).flatMap((name) => {
    const found = reader.find(`utm_${name}`);
    return found === undefined ? [] : [[name, found.value]];
  });
  return parts.length === 0 ? readJson(reader, 'utm') : Object.fromEntries(parts);
}

/** A list, or one separated by commas. Of another platform, tags that are too long or too many are left out. */
export function readTags(reader: RowReader<LinkField>, source: LinkSource, lost: LostValue[]): unknown {
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

/** Whether the link leads anywhere: it is active, and not archived. */
export function readActive(reader: RowReader<LinkField>): boolean {
  const read = (value: string) => (YES.test(value) ? true : NO.test(value) ? false : undefined);
  const archived = reader.take('archived', read, 'must be true or false') ?? false;
  return (reader.take('active', read, 'must be true or false') ?? true) && !archived;
}

/** A field that holds JSON. */
export function readJson(reader: RowReader<LinkField>, field: LinkField): unknown {
  return reader.take(field, parseJson, `must be JSON of ${MAX_JSON_DEPTH} levels or fewer`) ?? undefined;
}
