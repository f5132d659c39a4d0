import type { Logger } from '../logger.ts';
import type { RemoteConfig } from '../wire/resolved-key.ts';
import type { ClientConfig } from './client-config.ts';
import { type Endpoints, parseEndpoint } from './endpoint.ts';
import { resolveSettings, type Settings } from './settings.ts';

/** The settings in effect, which change with what the service sends. */
export interface RemoteSettings {
  settings(): Settings;
  /** The endpoints in effect: the service may override the app's. */
  endpoints(): Endpoints;
  /** Applies what the service sends; undefined (its look-up failed) changes nothing. */
  apply(remote: Partial<RemoteConfig> | undefined): void;
}

export interface RemoteSettingsParts {
  config: ClientConfig;
  ownEndpoints: Endpoints;
  log: Logger;
  onChange(): void;
}

/** Starts with the app's own settings. */
export function createRemoteSettings(parts: RemoteSettingsParts): RemoteSettings {
  const { config, ownEndpoints, log, onChange } = parts;
  let settings = resolveSettings(config);
  let endpoints = ownEndpoints;

  return {
    settings: () => settings,
    endpoints: () => endpoints,
    apply(remote) {
      if (!remote) return;
      settings = resolveSettings(config, remote);
      endpoints = ownEndpoints;
      if (typeof remote.ingest_endpoint === 'string') {
        const named = parseEndpoint(remote.ingest_endpoint);
        if (named) endpoints = named;
        else log.error('the ingest endpoint sent by the service is not https: ignored');
      }
      onChange();
    },
  };
}
