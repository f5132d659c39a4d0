import type { Logger } from '../logger.ts';
import { parseObject } from '../parse-object.ts';
import type { KeyValueStore } from '../platform/platform.ts';
import type { RemoteConfig } from '../wire/resolved-key.ts';
import type { ClientConfig } from './client-config.ts';
import { type Endpoints, parseEndpoint } from './endpoint.ts';
import { resolveSettings, type Settings } from './settings.ts';

/** The settings in effect, which change with what the service sends. */
export interface RemoteSettings {
  settings(): Settings;
  /** The endpoints in effect: the service may override the app's. */
  endpoints(): Endpoints;
  /** Applies what the service sent in an earlier session. */
  load(): Promise<void>;
  /** Applies and stores what the service sends now; undefined (its look-up failed) changes nothing. */
  update(remote: Partial<RemoteConfig> | undefined): Promise<void>;
}

export interface RemoteSettingsParts {
  values: KeyValueStore;
  key: string;
  config: ClientConfig;
  ownEndpoints: Endpoints;
  log: Logger;
  onChange(): void;
}

/** The service's settings are stored, so that they also apply at the start of the next session. */
export function createRemoteSettings(parts: RemoteSettingsParts): RemoteSettings {
  const { values, key, config, ownEndpoints, log, onChange } = parts;
  let settings = resolveSettings(config);
  let endpoints = ownEndpoints;

  function apply(remote: Partial<RemoteConfig>): void {
    settings = resolveSettings(config, remote);
    endpoints = ownEndpoints;
    if (typeof remote.ingest_endpoint === 'string') {
      const named = parseEndpoint(remote.ingest_endpoint);
      if (named) endpoints = named;
      else log.error('the ingest endpoint sent by the service is not https: ignored');
    }
    onChange();
  }

  return {
    settings: () => settings,
    endpoints: () => endpoints,
    async load() {
      const stored = parseObject((await values.get(key)) ?? '');
      if (stored) apply(stored);
    },
    async update(remote) {
      if (!remote) return;
      apply(remote);
      await values.set(key, JSON.stringify(remote));
    },
  };
}
