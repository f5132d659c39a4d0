import type { ClientConfig } from '../config/client-config.ts';
import { parseEndpoint } from '../config/endpoint.ts';
import type { Engine } from '../engine/engine.ts';
import type { EngineParts } from '../engine/open-base.ts';
import { isText } from '../parsing/is-text.ts';
import { consoleLog } from '../platform/console-log.ts';
import { createLogger } from '../platform/logger.ts';
import type { Platform } from '../platform/platform.ts';

/**
 * Checks what an app passes to `init`, which never throws, and starts with it: undefined if the client stays inactive, and the
 * log says why.
 *
 * @param toPlatform creates the platform; what it throws is logged, and what `create` does
 * @param defaultEndpoint the ingest endpoint if the app sets none
 */
export function checkInit<Context>(
  toPlatform: (context: Context) => Platform,
  context: Context,
  apiKey: unknown,
  config: ClientConfig,
  create: (parts: EngineParts) => Engine,
  defaultEndpoint?: string,
): Engine | undefined {
  let log = createLogger(consoleLog, config);
  try {
    const platform = toPlatform(context ?? ({} as Context));
    log = createLogger(platform.log, config);
    const isInsecureAllowed = config.allowInsecure ?? platform.isDevelopment;
    const given = config.ingestEndpoint ?? defaultEndpoint;
    const address = given?.replace(/^(?=\/\w)/, platform.origin ?? '');
    const ownEndpoint = parseEndpoint(address, isInsecureAllowed);
    if (!isText(apiKey)) log.always('inactive: no key');
    else if (!ownEndpoint) log.always(`inactive: ${address} needs https or allowInsecure`);
    else {
      platform.explain?.(log);
      return create({ platform, config, apiKey: apiKey.trim(), ownEndpoint, isInsecureAllowed, log });
    }
  } catch (error) {
    log.always(`inactive: ${error}`);
  }
  return undefined;
}
