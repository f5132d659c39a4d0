/**
 * Names under which ad networks and stores pass on ids of devices in links and referrers, as `isDeviceParameter` reduces
 * them.
 */
const NAMES = new Set([
  'gaid',
  'aaid',
  'gpsadid',
  'googleaid',
  'googleadid',
  'googleadvertisingid',
  'advertisingid',
  'rdid',
  'ifa',
  'idfa',
  'iosidfa',
  'idfv',
  'iosidfv',
  'androidid',
  'deviceid',
]);

/** Whether a parameter of a link or a referrer holds an id of a device, whatever its case and separators. */
export function isDeviceParameter(name: string): boolean {
  return NAMES.has(name.toLowerCase().replaceAll(/[^a-z]/g, ''));
}

/** A query, or an address with one, without the parameters that hold ids of devices. */
export function withoutDeviceParameters(text: string): string {
  const kept = text.replaceAll(/(^|[?&])([^=?&]+)=[^&]*/g, (whole, mark: string, name: string) => {
    if (!isDeviceParameter(decoded(name))) return whole;
    return mark === '?' ? '?' : '';
  });
  return kept.replace('?&', '?').replace(/^&|\?$/, '');
}

function decoded(name: string): string {
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}
