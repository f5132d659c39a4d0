import type { ClientConfig } from '../config/client-config.ts';
import { parseEndpoint } from '../config/endpoint.ts';
import { resolveSettings, type Settings } from '../config/settings.ts';
import type { Logger } from '../platform/logger.ts';
import type { KnownKey } from './parse-resolved-key.ts';

/** The settings in effect, which change with what the service sends. */
export interface RemoteSettings {
  settings(): Settings;
  /** The ingest endpoint in effect: the service may override the app's. */
  endpoint(): string;
  /** Applies what the service sends; without a configuration (its look-up failed) nothing changes. */
  apply(key: Pick<KnownKey, 'config' | 'overridden'>): void;
}

export interface RemoteSettingsParts {
  config: ClientConfig;
  ownEndpoint: string;
  isInsecureAllowed: boolean | undefined;
  log: Logger;
}

/** Starts with the app's own settings. */
export function createRemoteSettings({
  config,
  ownEndpoint,
  isInsecureAllowed,
  log,
}: RemoteSettingsParts): RemoteSettings {
  let settings = resolveSettings(config);
  let endpoint = ownEndpoint;

  return {
    settings: () => settings,
    endpoint: () => endpoint,
    apply({ config: remote, overridden }) {
      if (!remote) return;
      settings = resolveSettings(config, remote, overridden);
      const named = parseEndpoint(remote.ingest_endpoint, isInsecureAllowed);
      if (remote.ingest_endpoint && !named) log.error('ingest_endpoint is invalid');
      endpoint = named ?? ownEndpoint;
    },
  };
}
