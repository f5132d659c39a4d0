import { LINK_SOURCE_NAMES } from '@tributary/server/imports/links/mappings/link-sources';
import { IMPORT_SOURCE_NAMES } from '@tributary/server/imports/mappings/import-sources';
import { providerName } from '@tributary/server/payments/providers/providers';
import { NETWORKS } from '@tributary/server/postbacks/networks/networks';
import { expect, test } from 'vitest';
import { SOURCES } from './pages/imports/sources.ts';
import { SOURCES as LINK_SOURCES } from './pages/moving-in/sources.ts';
import { FORMATS, SETTINGS } from './pages/postbacks/formats.ts';
import { PROVIDERS } from './pages/webhooks/providers.ts';

// What the service learns to do can be chosen in the console as well, under a name for people.

test.each([
  ['pages/webhooks/providers.ts', PROVIDERS, providerName.options],
  ['pages/postbacks/formats.ts', FORMATS, NETWORKS.map(({ format }) => format)],
  ['pages/imports/sources.ts', SOURCES, IMPORT_SOURCE_NAMES],
  ['pages/moving-in/sources.ts', LINK_SOURCES, LINK_SOURCE_NAMES],
])('%s names each that there is', (_file, named, known) => {
  expect(named.map(({ id }) => id).sort()).toEqual([...known].sort());
});

test.each(NETWORKS.map(({ format, settings }) => [format, settings] as const))(
  'the example of %s has only settings that there are, and none where it has none',
  (format, settings) => {
    const known = Object.keys('shape' in settings ? (settings.shape as object) : {});
    const example = Object.keys(JSON.parse(SETTINGS[format] ?? '{}'));
    expect(known).toEqual(expect.arrayContaining(example));
    expect(example.length > 0).toBe(known.length > 0);
  },
);
