import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import ipaddr from 'ipaddr.js';
import type { Reader, Response } from 'maxmind';
import { ConfigError } from '../../settings/config.ts';
import { flatCopy } from '../../values/memory/flat-copy.ts';

/**
 * The country that a network is registered in, as two capital letters of ISO 3166; null where it is not known.
 *
 * @param network as returned by maskedNetwork
 */
export type FindCountry = (network: string | null | undefined) => string | null;

const require = createRequire(import.meta.url);
const BUNDLED = '@ip-location-db/geo-whois-asn-country-mmdb/geo-whois-asn-country.mmdb';

/** Networks that are remembered: carriers put many people behind each, and a look-up takes 2 microseconds. */
const MOST_KNOWN = 16_384;

/** What databases of countries hold: that of the package the first, those of others the second. */
type CountryRecord = { country_code?: unknown; country?: { iso_code?: unknown } };
type Countries = Reader<CountryRecord & Response>;

/**
 * Opens the database of countries. The one that comes with the service is read at the first look-up, with what reads it: a
 * service without traffic does without their 10 MB.
 *
 * @param database a file of the MaxMind DB format, `off` for none, undefined for the one that comes with the service.
 * @throws ConfigError if the file cannot be read.
 */
export function openCountries(database?: string): FindCountry {
  if (database === 'off') return () => null;
  let reader = database === undefined ? undefined : openNamed(database);
  const lookUp = (network: string) => {
    const address = publicAddress(network);
    if (address === null) return null;
    reader ??= open(require.resolve(BUNDLED));
    return codeOf(reader.get(address));
  };
  const known = new Map<string, string | null>();
  return (network) => {
    if (network == null) return null;
    const before = known.get(network);
    if (before !== undefined) return before;
    const country = lookUp(network);
    if (known.size >= MOST_KNOWN) known.clear();
    known.set(flatCopy(network), country);
    return country;
  };
}

function open(path: string): Countries {
  const { Reader } = require('maxmind') as typeof import('maxmind');
  // There are a few hundred records, which would be read anew for each address.
  return new Reader<CountryRecord & Response>(readFileSync(path), { cache: new Map() });
}

function openNamed(path: string): Countries {
  try {
    return open(path);
  } catch {
    throw new ConfigError(
      'COUNTRY_DATABASE must be off, or a file of the MaxMind DB format that can be read',
    );
  }
}

/** Databases have answers for addresses of private and reserved networks too, which are in no country. */
function publicAddress(network: string): string | null {
  const parsed = ipaddr.process(network.slice(0, network.lastIndexOf('/')));
  return parsed.range() === 'unicast' ? parsed.toString() : null;
}

function codeOf(found: CountryRecord | null): string | null {
  const code = found?.country_code ?? found?.country?.iso_code;
  return typeof code === 'string' && /^[A-Z]{2}$/.test(code) && code !== 'ZZ' ? code : null;
}
