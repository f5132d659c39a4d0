import { expect, test } from 'vitest';
import { parseUserAgent } from './parse-user-agent.ts';

const CHROME = 'AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0';

test.each([
  [`Mozilla/5.0 (Linux; Android 14; SM-A155F) ${CHROME} Mobile Safari/537.36`, 'Android', '14', 'SM-A155F'],
  [`Mozilla/5.0 (Linux; Android 9; TECNO KC8 Build/PPR1.1) ${CHROME}`, 'Android', '9', 'TECNO KC8'],
  [`Mozilla/5.0 (Linux; Android 10; K) ${CHROME} Mobile Safari/537.36`, 'Android', '10', undefined],
  ['Mozilla/5.0 (Android 13; Mobile; rv:130.0) Gecko/130.0 Firefox/130.0', 'Android', '13', undefined],
  ['Mozilla/5.0 (iPhone; CPU iPhone OS 17_1_2 like Mac OS X) Safari/604.1', 'iOS', '17.1.2', 'iPhone'],
  ['Mozilla/5.0 (iPad; CPU OS 16_6 like Mac OS X) Safari/604.1', 'iOS', '16.6', 'iPad'],
  [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${CHROME}`, 'Windows', '10.0', undefined],
  [`Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${CHROME}`, 'macOS', '10.15.7', undefined],
  [`Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) ${CHROME}`, 'Chrome OS', '14541.0.0', undefined],
  [`Mozilla/5.0 (X11; Linux x86_64) ${CHROME}`, 'Linux', undefined, undefined],
  ['curl/8.0', undefined, undefined, undefined],
])('%s', (userAgent, os_name, os_version, device_model) => {
  expect(parseUserAgent(userAgent)).toEqual(
    Object.fromEntries(Object.entries({ os_name, os_version, device_model }).filter(([, value]) => value)),
  );
});
