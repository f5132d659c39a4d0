import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { LINK_SOURCES } from '../mappings/link-sources.ts';
import { COLUMNS, REST, TARGETS, TO } from '../testing/column-values.ts';
import { normalisedLink } from '../testing/normalised-link.ts';

const sorted = (names: Iterable<string>) => [...names].sort();

describe.each(LINK_SOURCES)('$name', (source) => {
  const columns = COLUMNS[source.name] ?? {};

  test('has a test of each of its columns', () => {
    expect(sorted(Object.keys(columns))).toEqual(sorted(Object.keys(source.columns)));
  });

  test.each(Object.entries(columns))('reads %s', (column, [value, becomes]) => {
    const field = source.columns[column];
    // Others that fill the same field would win, or be at odds with it.
    const same = (name: string) =>
      source.columns[name] === field || (source.columns[name] === 'slug' && field === 'short_link');
    const keep = field === 'short_link' && source.name === 'custom';
    const rest = Object.entries(REST[source.name] ?? {}).filter(([name]) => keep || !same(name));
    const row = { ...Object.fromEntries(rest), ...(value !== '' && { [column]: value }) };
    const link = normalisedLink(source.name, row);
    expect(link).not.toHaveProperty('errors');
    expect(link).toMatchObject(becomes);
  });
});

test('a caller’s mapping names what a column fills', () => {
  const row = { Kurz: 'spring', Ziel: TO, Grösse: '41', Notiz: 'x' };
  const mapping = { Kurz: 'short_link', Ziel: 'redirect_url', Grösse: 'param', Notiz: null } as const;
  expect(normalisedLink('source_e', row, { mapping })).toEqual({
    slug: 'spring',
    ...TARGETS,
    deferred_params: { Grösse: '41' },
  });
});

test.each(LINK_SOURCES)('docs/moving-in.md says what $name reads', ({ name }) => {
  const page = readFileSync(new URL('../../../../../docs/moving-in.md', import.meta.url), 'utf8');
  expect(page).toContain(`| \`${name}\` |`);
});
