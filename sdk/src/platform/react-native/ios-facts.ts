import type { TrackingStatus } from '../platform.ts';
import type { InstalledModules } from './native-modules.ts';
import { within } from './within.ts';

const NATIVE_CALL_MS = 2000;

const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** Zeros are what iOS gives instead of an id. */
const usableId = (id: string | null | undefined) =>
  id && UUID.test(id) && /[1-9a-f]/i.test(id) ? id : undefined;

/** The id that iOS gives a vendor's apps; only Expo's package tells it, others' outlive an install. */
export async function readIdfv({
  reactNative,
  expoApplication,
}: InstalledModules): Promise<string | undefined> {
  const read = expoApplication?.getIosIdForVendorAsync;
  if (reactNative?.Platform.OS !== 'ios' || !read) return undefined;
  return usableId(await within(NATIVE_CALL_MS, () => read.call(expoApplication)));
}

/** Expo's names of what the user has said; it tells no `restricted`. */
const OF_EXPO: Readonly<Record<string, TrackingStatus>> = {
  granted: 'authorized',
  denied: 'denied',
  undetermined: 'not-determined',
};
const STATES: readonly string[] = ['authorized', 'denied', 'restricted', 'not-determined'];

/** What the user of iOS has said of tracking; undefined without a package that tells, and on other systems. */
export async function readTrackingStatus({
  reactNative,
  trackingTransparency,
  expoTrackingTransparency,
}: InstalledModules): Promise<TrackingStatus | undefined> {
  if (reactNative?.Platform.OS !== 'ios') return undefined;
  if (trackingTransparency) {
    const told = await within(NATIVE_CALL_MS, () => trackingTransparency.getTrackingStatus());
    return told && STATES.includes(told) ? (told as TrackingStatus) : undefined;
  }
  const asked = await within(NATIVE_CALL_MS, async () =>
    expoTrackingTransparency?.getTrackingPermissionsAsync(),
  );
  return OF_EXPO[asked?.status ?? ''];
}

/** The advertising id of iOS, which is read only if the user has allowed that. */
export async function readIdfa(
  modules: InstalledModules,
  given: (() => Promise<string | undefined>) | undefined,
): Promise<string | undefined> {
  if ((await readTrackingStatus(modules)) !== 'authorized') return undefined;
  const read = given ?? (async () => modules.expoTrackingTransparency?.getAdvertisingId?.());
  return usableId(await within(NATIVE_CALL_MS, read));
}
