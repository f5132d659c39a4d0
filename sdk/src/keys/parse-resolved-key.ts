import { asObject, parseObject } from '../parse-object.ts';
import type { RemoteConfig, ResolvedKey } from '../wire/resolved-key.ts';

/** What a client takes from a resolved key: as on the wire, but any setting may be missing. */
export type KnownKey = Omit<ResolvedKey, 'config'> & { config?: Partial<RemoteConfig> };

/** Reads the body of an answer to key resolution; undefined where it is anything else (a portal's page, say). */
export function parseResolvedKey(text: string): KnownKey | undefined {
  const body = parseObject(text);
  const { customer_id, app_id, sdk_secret } = body ?? {};
  if (typeof customer_id !== 'string' || typeof app_id !== 'string') return undefined;
  if (typeof sdk_secret !== 'string' || sdk_secret === '') return undefined;
  const config = asObject(body?.config);
  return { customer_id, app_id, sdk_secret, ...(config ? { config } : {}) };
}
