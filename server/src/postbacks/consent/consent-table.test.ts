import { readFileSync } from 'node:fs';
import type { ConsentStatement } from '@tributary/sdk/wire/consent';
import { describe, expect, test } from 'vitest';
import { prepareRequest } from '../deliver/send/prepare-request.ts';
import { NETWORKS } from '../networks/networks.ts';
import { FACTS, SETTINGS } from '../testing/build-request.ts';

const PAGE = new URL('../../../../docs/postbacks/README.md', import.meta.url);

/** The rows of the table, each as its cells. */
const [names = [], , ...rows] = readFileSync(PAGE, 'utf8')
  .split('\n')
  .filter((line) => line.startsWith('| ') && line.split('|').length === NETWORKS.length + 2)
  .map((line) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  )
  .toSpliced(1, 0, []);
const formats = names.slice(1).map((name) => name.replaceAll('`', ''));

const cells = rows.flatMap(([stated = '', ...sent]) =>
  sent.map((cell, n) => [stated, formats[n] ?? '', cell] as const),
);

/** What a row of the table states. */
function statementOf(stated: string): ConsentStatement | null {
  const members = [...stated.matchAll(/`(\w+): (true|false)`/g)];
  return members.length === 0
    ? null
    : Object.fromEntries(members.map(([, name, said]) => [name, said === 'true']));
}

/** What the table says of a request that is made. */
function describeRequest(format: string, consent: ConsentStatement | null): string {
  const config = {
    id: 'i',
    postback_format: format,
    postback_url: 'https://hooks.example.com/in',
    settings: SETTINGS[format],
    credential: 'c',
    signing_secret: 's',
    secrets: [],
  };
  // A click id of the network's own would do instead of the advertising id.
  const facts = { ...FACTS, gclid: null, consent };
  const made = prepareRequest(config, facts, { now: 0, allowLoopback: false });
  if ('failure' in made) return made.failure === 'consent' ? 'nothing' : made.failure;
  const has = made.url.includes(String(FACTS.gaid)) || made.body.includes(String(FACTS.gaid));
  const told = consent === null ? [] : tellingOf(made.url, made.body);
  return [has ? 'all' : 'no advertising id', told.join(', ')].filter(Boolean).join('; ');
}

/** The members of a request that tell what the user has stated. */
function tellingOf(url: string, body: string): string[] {
  const query = new URL(url).searchParams;
  const inUrl = ['eea', 'ad_user_data', 'ad_personalization'].filter((name) => query.has(name));
  const options = /"data_processing_options":(\[[^\]]*])/.exec(body)?.[1];
  return [
    ...inUrl.map((name) => `\`${name}=${query.get(name)}\``),
    ...(options === undefined ? [] : [`\`data_processing_options: ${options}\``]),
    ...(options === '["LDU"]' && body.includes('"advertiser_tracking_enabled":0')
      ? ['`advertiser_tracking_enabled: 0`']
      : []),
    ...(body.includes('"adUserDataConsent":"GRANTED"') ? ['`adUserDataConsent: GRANTED`'] : []),
  ];
}

describe('the table in docs/postbacks', () => {
  test('has a column for each format of an ad network', () => {
    expect(formats).toEqual(NETWORKS.filter(({ origin }) => origin !== null).map(({ format }) => format));
  });

  test.each(cells)('%s: %s is sent %s', (stated, format, cell) => {
    expect(describeRequest(format, statementOf(stated))).toBe(cell);
  });

  test.each(rows.map(([stated = '']) => stated))('%s: canonical is sent all', (stated) => {
    expect(describeRequest('canonical', statementOf(stated))).toBe('all');
  });
});
