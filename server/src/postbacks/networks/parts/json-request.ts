import type { NetworkRequest } from '../ad-network.ts';

/** A POST of JSON. Amounts in it are printed digit by digit (platform/values/money/money.ts). */
export function jsonRequest(
  url: string,
  body: object,
  headers: Readonly<Record<string, string>> = {},
): NetworkRequest {
  return { url, headers: { 'content-type': 'application/json', ...headers }, body: JSON.stringify(body) };
}
