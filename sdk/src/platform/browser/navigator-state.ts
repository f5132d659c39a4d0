import type { DeviceContext, NetworkKind } from '../platform.ts';
import { parseUserAgent } from './parse-user-agent.ts';

/** The parts of `navigator` that only some browsers have. */
interface ExtendedNavigator extends Omit<Navigator, 'connection'> {
  connection?: { type?: string };
  getBattery?: () => Promise<{ level: number }>;
  userAgentData?: {
    getHighEntropyValues(hints: string[]): Promise<{ model?: string; platformVersion?: string }>;
  };
}

/** The type of network, as far as the browser reports it; any that costs nothing is unknown, which counts as Wi-Fi. */
export async function browserNetwork(): Promise<NetworkKind> {
  const { onLine, connection } = navigator as ExtendedNavigator;
  const type = onLine === false ? 'none' : connection?.type;
  return type === 'none' || type === 'cellular' ? type : 'unknown';
}

/** Battery charge in percent, if the browser reports it; rejects if the page's permissions policy forbids it. */
export async function browserBattery(): Promise<number | undefined> {
  const battery = await (navigator as ExtendedNavigator).getBattery?.();
  return battery && Math.round(battery.level * 100);
}

/** The device as the browser describes it. */
export async function browserDevice(appVersion: string | undefined): Promise<DeviceContext> {
  const { userAgent, userAgentData, language } = navigator as ExtendedNavigator;
  // Chrome omits the model from the user agent and reveals it only on request.
  const hints = await userAgentData?.getHighEntropyValues(['model']).catch(() => undefined);
  const ratio = globalThis.devicePixelRatio || 1;
  const parsed = parseUserAgent(userAgent);
  return {
    user_agent: userAgent,
    ...parsed,
    device_model: hints?.model || parsed.device_model,
    // A worker has no screen.
    screen_resolution:
      typeof screen === 'undefined'
        ? undefined
        : `${Math.round(screen.width * ratio)}x${Math.round(screen.height * ratio)}`,
    app_version: appVersion,
    language,
    time_zone: Intl.DateTimeFormat().resolvedOptions().timeZone,
  };
}
