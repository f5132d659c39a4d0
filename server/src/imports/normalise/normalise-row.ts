import { EVENT_TYPES, type EventType } from '@tributary/sdk/wire/event';
import { usableId, usableUserId } from '../../attribution/devices/device-identifiers.ts';
import { MODEL_NAMES, type ModelName } from '../../attribution/models/model.ts';
import { maskedNetwork, widerNetwork } from '../../platform/http/requests/masked-network.ts';
import { DAY_MS } from '../../platform/values/day-ms.ts';
import { isUuid } from '../../platform/values/is-uuid.ts';
import { isCurrencyCode } from '../../platform/values/money/is-currency-code.ts';
import { readCurrencyCode } from '../../platform/values/money/read-currency-code.ts';
import { normaliseModel } from '../attribution-model.ts';
import type { ColumnMapping } from '../column-mapping.ts';
import type { FileRow, ImportRow, RowError } from '../import-row.ts';
import type { ImportSource } from '../mappings/import-source.ts';
import { normaliseChannel } from './normalise-channel.ts';
import { normaliseEventType } from './normalise-event-type.ts';
import { readRevenue } from './read-revenue.ts';
import { readTime } from './read-time.ts';
import { columnsByField, createRowReader, type RowReader } from './row-reader.ts';

/** A row that can be stored, or why it cannot. */
type NormalisedRow = { readonly row: ImportRow } | { readonly errors: readonly RowError[] };

const MAX_TEXT = 200;
const MAX_ID = 128;
/** No platform has data from before. */
const EARLIEST = Date.UTC(2008, 0);

/**
 * Turns rows of a file into rows to store, by the rules of their source.
 *
 * @param now Unix ms.
 * @param isStrict whether their app is in strict privacy mode.
 */
export function createNormaliser(
  source: ImportSource,
  mapping: ColumnMapping,
  now: number,
  isStrict: boolean,
): (given: FileRow) => NormalisedRow {
  const columnsOf = columnsByField(mapping);
  return (given) => {
    if (given.problem !== undefined)
      return { errors: [{ row: given.row, column: null, value: null, reason: given.problem }] };
    const reader = createRowReader(columnsOf, given, source.translation !== null);
    const { event_type, custom_event_name } = readEventType(reader, source);
    const row: ImportRow = {
      row: given.row,
      event_type,
      custom_event_name,
      occurred_at: readOccurredAt(reader, event_type, now),
      ...readDevice(reader),
      ...readAttribution(reader, source),
      ...readMoney(reader, source),
    };
    return reader.errors.length > 0
      ? { errors: reader.errors }
      : { row: isStrict ? withoutTraits(row) : row };
  };
}

/** What is stored of a row in strict privacy mode. */
function withoutTraits(row: ImportRow): ImportRow {
  return { ...row, gaid: null, android_id: null, ip_network: widerNetwork(row.ip_network) };
}

/** A report of installs alone may have no column for the event. */
function readEventType(
  reader: RowReader,
  { translation }: ImportSource,
): Pick<ImportRow, 'event_type' | 'custom_event_name'> {
  const given = reader.text('event_type', MAX_TEXT);
  const named = reader.text('custom_event_name', MAX_TEXT);
  if (given === null && reader.find('event_type') === undefined) {
    const isInstall =
      reader.find('installed_at') !== undefined && reader.find('event_timestamp') === undefined;
    if (!isInstall) reader.reject('event_type', 'is missing');
    return { event_type: 'install', custom_event_name: null };
  }
  if (given === null) return { event_type: '', custom_event_name: null };
  if (translation !== null) {
    const event_type = normaliseEventType(given, translation);
    return { event_type, custom_event_name: event_type === 'custom' ? (named ?? given) : null };
  }
  if (!EVENT_TYPES.includes(given as EventType)) {
    const found = reader.find('event_type') ?? 'event_type';
    reader.reject(found, `must be one of ${EVENT_TYPES.join(', ')}`);
  }
  return { event_type: given, custom_event_name: given === 'custom' ? named : null };
}

/** When it happened: for an install its own time, otherwise that of the event, as far as the source has them. */
function readOccurredAt(reader: RowReader, eventType: string, now: number): number {
  const fields =
    eventType === 'install'
      ? (['installed_at', 'event_timestamp'] as const)
      : (['event_timestamp', 'installed_at'] as const);
  const field = fields.find((name) => reader.find(name) !== undefined);
  if (field === undefined) {
    reader.reject(fields[0], 'is missing');
    return 0;
  }
  const time = reader.take(field, readTime, 'must be a time, such as 2026-01-31T12:00:00Z or Unix seconds');
  if (time === null) return 0;
  const found = reader.find(field) ?? field;
  if (time > now + DAY_MS) reader.reject(found, 'must not be in the future');
  else if (time < EARLIEST) reader.reject(found, 'must not be before 2008');
  return time;
}

function readDevice(reader: RowReader) {
  const id = (field: 'android_id' | 'gaid' | 'external_device_id') => usableId(reader.text(field, MAX_ID));
  const readUuid = (value: string) => (isUuid(value) ? value : undefined);
  return {
    installation_id: usableId(reader.take('installation_id', readUuid, 'must be a UUID')),
    android_id: id('android_id'),
    gaid: id('gaid'),
    external_id: id('external_device_id'),
    user_id: usableUserId(reader.text('user_id', MAX_ID)),
    ip_network: reader.take('ip', maskedNetwork, 'must be an IP address'),
    device_model: reader.text('device_model', MAX_TEXT),
    os_name: reader.text('os_name', MAX_TEXT),
    os_version: reader.text('os_version', MAX_TEXT),
    app_version: reader.text('app_version', MAX_TEXT),
  };
}

/** ASCII letters alone: a dotless i must not become that of IT. */
const toUpper = (letter: string) => letter.toUpperCase();

function readAttribution(reader: RowReader, { translation }: ImportSource) {
  const given = reader.text('channel', MAX_TEXT);
  const channel = given === null || translation === null ? given : normaliseChannel(given);
  const readModel = (value: string): ModelName | undefined =>
    translation === null ? MODEL_NAMES.find((model) => model === value) : normaliseModel(value);
  const model = reader.take('attribution_model', readModel, `must be one of ${MODEL_NAMES.join(', ')}`);
  const country = reader.text('country_code', MAX_TEXT);
  return {
    campaign_name: reader.text('campaign_name', MAX_TEXT),
    channel,
    attribution_model: model ?? (channel === 'organic' ? 'organic' : 'last_click'),
    country_code: translation === null ? country : (country?.replaceAll(/[a-z]/g, toUpper) ?? null),
  } as const;
}

function readMoney(reader: RowReader, { translation, currencyOf = {} }: ImportSource) {
  const written = reader.take('revenue', readRevenue, 'must be an amount of 0 or more, such as 4.99');
  const column = reader.find('revenue')?.column ?? '';
  const readExact = (value: string) => (isCurrencyCode(value) ? value : undefined);
  const readCurrency = translation === null ? readExact : readCurrencyCode;
  const given = reader.take('currency', readCurrency, 'must be an ISO 4217 currency code');
  const implied = written?.currency ?? (Object.hasOwn(currencyOf, column) ? currencyOf[column] : undefined);
  return { revenue: written?.revenue ?? null, currency: implied ?? given };
}
