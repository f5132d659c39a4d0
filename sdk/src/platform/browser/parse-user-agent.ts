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

/** What a browser's user agent says about the machine; what it does not say is left out. */
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

/** Chrome writes "K" for every Android device; "Mobile" and "Tablet" are Firefox's; a build may follow. */
function modelIn(text: string | undefined): string | undefined {
  const model = text?.replace(/ Build\/.*$/, '').trim();
  return model && !['K', 'Mobile', 'Tablet', 'wv'].includes(model) ? model : undefined;
}
