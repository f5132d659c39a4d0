import { isText } from '../parsing/is-text.ts';
import { asObject, parseObject } from '../parsing/parse-object.ts';
import type { RemoteConfig, ResolvedKey } from '../wire/resolved-key.ts';

/** A resolved key as the client uses it: as on the wire, except that any setting may be missing. */
export type KnownKey = Pick<ResolvedKey, 'customer_id' | 'app_id' | 'sdk_secret' | 'network_token'> & {
  config?: Partial<RemoteConfig>;
  /** Missing if the service does not tell: then all of `config` counts as the account's. */
  overridden?: string[];
};

/** Parses the response to a key resolution; undefined if it is anything else, such as a captive portal's page. */
export function parseResolvedKey(text: string | undefined): KnownKey | undefined {
  const {
    customer_id,
    app_id,
    sdk_secret,
    network_token,
    config: sent,
    overridden,
  } = parseObject(text) ?? {};
  if (!isText(customer_id) || !isText(app_id) || !isText(sdk_secret)) return undefined;
  const config = asObject(sent);
  const settings = config && { config, ...(Array.isArray(overridden) && { overridden }) };
  return { customer_id, app_id, sdk_secret, ...(isText(network_token) && { network_token }), ...settings };
}
