import type { DeviceContext } from '../platform.ts';

type System = Pick<DeviceContext, 'os_name' | 'os_version' | 'device_model'>;

const SYSTEMS: readonly { pattern: RegExp; name: string }[] = [
  { pattern: /Android (?<version>[\d.]+)(?:; (?<model>[^;)]+))?/, name: 'Android' },
  { pattern: /(?<model>iPhone|iPad|iPod).*? OS (?<version>[\d_]+)/, name: 'iOS' },
  { pattern: /Windows NT (?<version>[\d.]+)/, name: 'Windows' },
  { pattern: /Mac OS X (?<version>[\d_.]+)/, name: 'macOS' },
  { pattern: /CrOS \S+ (?<version>[\d.]+)/, name: 'Chrome OS' },
  { pattern: /Linux/, name: 'Linux' },
];

/** Reads operating system and model from a browser's user agent; what is unknown is left out. */
export function parseUserAgent(userAgent: string): System {
  for (const { pattern, name } of SYSTEMS) {
    const found = pattern.exec(userAgent);
    if (!found) continue;
    const version = found.groups?.version?.replaceAll('_', '.');
    const model = modelIn(found.groups?.model);
    return {
      os_name: name,
      ...(version ? { os_version: version } : {}),
      ...(model ? { device_model: model } : {}),
    };
  }
  return {};
}

/** Chrome writes "K" for every Android device, Firefox "Mobile" or "Tablet"; a build number may follow. */
function modelIn(text: string | undefined): string | undefined {
  const model = text?.replace(/ Build\/.*$/, '').trim();
  return model && !['K', 'Mobile', 'Tablet', 'wv'].includes(model) ? model : undefined;
}
