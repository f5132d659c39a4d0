import type { DeviceContext } from '../platform.ts';

type System = Pick<DeviceContext, 'os_name' | 'os_version' | 'device_model'>;

const SYSTEMS = Object.entries({
  Android: /Android (?<version>[\d.]+)(?:; (?<model>[^;)]+))?/,
  iOS: /(?<model>iPhone|iPad|iPod).*? OS (?<version>[\d_]+)/,
  Windows: /Windows NT (?<version>[\d.]+)/,
  macOS: /Mac OS X (?<version>[\d_.]+)/,
  'Chrome OS': /CrOS \S+ (?<version>[\d.]+)/,
  Linux: /Linux/,
});

/** Chrome writes "K" for every Android device, Firefox "Mobile" or "Tablet". */
const NO_MODEL = /^(K|Mobile|Tablet|wv)$/;

/** Reads operating system and model from a browser's user agent; what is unknown is undefined. */
export function parseUserAgent(userAgent: string): { [Name in keyof System]: string | undefined } {
  const [os_name, pattern] = SYSTEMS.find(([, tried]) => tried.test(userAgent)) ?? [];
  const { version, model } = pattern?.exec(userAgent)?.groups ?? {};
  // A build number may follow.
  const device_model = model?.replace(/ Build\/.*$/, '').trim();
  return {
    os_name,
    os_version: version?.replaceAll('_', '.'),
    device_model: NO_MODEL.test(device_model ?? '') ? undefined : device_model,
  };
}
