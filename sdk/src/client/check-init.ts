import type { ClientConfig } from '../config/client-config.ts';
import { parseEndpoint } from '../config/endpoint.ts';
import type { EngineParts } from '../engine/open-base.ts';
import { isText } from '../parsing/is-text.ts';
import { consoleLog } from '../platform/console-log.ts';
import { createLogger } from '../platform/logger.ts';
import type { Platform } from '../platform/platform.ts';

/**
 * Checks what an app passes to `init`, which never throws: undefined if the client stays inactive, and the log says why.
 *
 * @param toPlatform creates the platform; what it throws is logged
 * @param defaultEndpoint the ingest endpoint if the app sets none
 */
export function checkInit<Context>(
  toPlatform: (context: Context) => Platform,
  context: Context,
  apiKey: unknown,
  config: ClientConfig,
  defaultEndpoint?: string,
): EngineParts | undefined {
  let log = createLogger(consoleLog, config);
  try {
    const platform = toPlatform(context ?? ({} as Context));
    log = createLogger(platform.log, config);
    const isInsecureAllowed = config.allowInsecure ?? platform.isDevelopment;
    const address = config.ingestEndpoint ?? defaultEndpoint;
    const ownEndpoint = parseEndpoint(address, isInsecureAllowed);
    // Whatever the level: an app under development would otherwise be silent for no apparent reason.
    if (!isText(apiKey)) platform.log('ERROR', 'inactive: no key');
    else if (!ownEndpoint) platform.log('ERROR', `inactive: ${address} needs https or allowInsecure`);
    else {
      platform.explain?.(log);
      return { platform, config, apiKey: apiKey.trim(), ownEndpoint, isInsecureAllowed, log };
    }
  } catch (error) {
    log.error(`inactive: ${error}`);
  }
  return undefined;
}
