import { describe, expect, test } from 'vitest';
import { mappingOf } from '../column-mapping.ts';
import type { ImportRow } from '../import-row.ts';
import { importSourceNamed } from '../mappings/import-sources.ts';
import { createNormaliser } from './normalise-row.ts';

const NOW = Date.UTC(2026, 4, 1, 12);

/** A row normalised, without what it has nothing of. */
function normalised(source: string, values: Record<string, string | null>, given: object | null = null) {
  const found = importSourceNamed(source);
  const result = createNormaliser(found, mappingOf(found, given as null), NOW, false)({ row: 7, values });
  if ('errors' in result) return result.errors.map(({ column, reason }) => `${column}: ${reason}`);
  return Object.fromEntries(
    Object.entries(result.row).filter(([, value]) => value !== null),
  ) as Partial<ImportRow>;
}

describe('a row is rejected', () => {
  const good = { event_type: 'open', event_timestamp: '2026-02-01T10:00:00Z' };
  test.each([
    ['without an event', { event_timestamp: '2026-02-01' }, 'event_type: is missing'],
    ['with an unknown event', { ...good, event_type: 'Install' }, 'event_type: must be one of'],
    ['without a time', { event_type: 'open' }, 'event_timestamp: is missing'],
    [
      'from the future',
      { ...good, event_timestamp: '2026-05-03' },
      'event_timestamp: must not be in the future',
    ],
    ['from before there were apps', { ...good, event_timestamp: '2007-12-31' }, 'must not be before 2008'],
    ['with an unknown model', { ...good, attribution_model: 'magic' }, 'attribution_model: must be one of'],
    ['with a negative amount', { ...good, revenue: '-1' }, 'revenue: must be an amount of 0 or more'],
    ['with an unknown currency', { ...good, revenue: '1', currency: 'XYZ' }, 'currency: must be an ISO 4217'],
    ['with an address that is none', { ...good, ip: 'nowhere' }, 'ip: must be an IP address'],
    [
      'with an installation id that is none',
      { ...good, installation_id: 'x' },
      'installation_id: must be a UUID',
    ],
    ['with a NUL', { ...good, campaign_name: 'a\0b' }, 'campaign_name: must be text of up to 200'],
    ['with half a surrogate pair', { ...good, user_id: '\ud800' }, 'user_id: must be text of up to 128'],
    ['with too long a name', { ...good, campaign_name: 'x'.repeat(201) }, 'campaign_name: must be text'],
    ['with a list', { ...good, gaid: null }, 'gaid: must be a text or a number'],
  ])('%s', (_what, values, error) => {
    expect(normalised('custom', values)).toEqual([expect.stringContaining(error)]);
  });

  test.each(['\u0131QD', 'u\u017fd', '\u00dfp', '\ufb06n'])(
    'of another platform, with the currency %j',
    (Currency) => {
      const row = {
        'Event Name': 'open',
        'Event Time': '2026-02-01 10:00:00',
        'Event Revenue': '1',
        Currency,
      };
      expect(normalised('source_a', row)).toEqual([expect.stringContaining('must be an ISO 4217')]);
      const { Currency: _, ...rest } = row;
      expect(normalised('source_a', { ...rest, 'Country Code': '\u0131t' })).toMatchObject({
        country_code: '\u0131T',
      });
    },
  );

  test.each([
    ['zeros as advertising id', { gaid: '00000000-0000-0000-0000-000000000000' }],
    ['a name of 200 characters', { campaign_name: 'x'.repeat(200) }],
    ['a time a day from now', { event_timestamp: String(NOW + 86_400_000) }],
  ])('but not with %s', (_what, values) => {
    expect(normalised('custom', { ...good, ...values })).toMatchObject({ event_type: 'open' });
  });
});
