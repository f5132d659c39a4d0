import type { DeviceContext, InstallReferrer, NetworkKind } from '../platform.ts';
import type { InstalledModules, NativeModules, NetInfoState } from './native-modules.ts';
import { within } from './within.ts';

const NATIVE_CALL_MS = 2000;

const NETWORKS: Record<string, NetworkKind> = {
  none: 'none',
  wifi: 'wifi',
  ethernet: 'wifi',
  cellular: 'cellular',
  wimax: 'cellular',
};

type Modules = Pick<InstalledModules, keyof NativeModules>;

/** The kind of network; one that the system calls expensive counts as cellular where its kind is not known. */
export async function nativeNetwork({ netInfo }: Modules): Promise<NetworkKind> {
  const state = netInfo && (await within(NATIVE_CALL_MS, () => netInfo.fetch()));
  if (!state) return 'unknown';
  if (state.isConnected === false) return 'none';
  return NETWORKS[state.type] ?? (isExpensive(state) ? 'cellular' : 'unknown');
}

function isExpensive({ details }: NetInfoState): boolean {
  return (details as { isConnectionExpensive?: boolean } | undefined)?.isConnectionExpensive === true;
}

/** Battery charge in percent. */
export async function nativeBattery({ deviceInfo }: Modules): Promise<number | undefined> {
  const level = deviceInfo && (await within(NATIVE_CALL_MS, () => deviceInfo.getBatteryLevel()));
  return level === undefined || level < 0 ? undefined : Math.round(level * 100);
}

/** The device, as far as the installed packages know it. */
export async function nativeDevice(
  { reactNative, deviceInfo }: Modules,
  appVersion: string | undefined,
): Promise<DeviceContext> {
  const { Platform, Dimensions } = reactNative ?? {};
  const constants = (Platform?.constants ?? {}) as { Model?: string; Release?: string };
  const screen = Dimensions?.get('screen');
  const call = <Result>(read: (() => Promise<Result>) | undefined) => read && within(NATIVE_CALL_MS, read);
  const [androidId, userAgent] = await Promise.all([
    call(deviceInfo && Platform?.OS === 'android' ? () => deviceInfo.getAndroidId() : undefined),
    call(deviceInfo && (() => deviceInfo.getUserAgent())),
  ]);
  const pixels = (size: number) => Math.round(size * (screen?.scale ?? 1));
  const known = {
    android_id: usable(androidId),
    device_model: usable(deviceInfo?.getModel() ?? constants.Model),
    os_name: usable(deviceInfo?.getSystemName() ?? Platform?.OS),
    os_version: usable(
      deviceInfo?.getSystemVersion() ?? constants.Release ?? String(Platform?.Version ?? ''),
    ),
    app_version: appVersion ?? usable(deviceInfo?.getVersion()),
    ...languageAndZone(),
    screen_resolution: screen && `${pixels(screen.width)}x${pixels(screen.height)}`,
    user_agent: usable(userAgent),
  };
  return Object.fromEntries(Object.entries(known).filter(([, value]) => value !== undefined));
}

/** As the engine's Intl knows them; older engines have none. */
function languageAndZone(): Pick<DeviceContext, 'language' | 'time_zone'> {
  try {
    const { locale, timeZone } = Intl.DateTimeFormat().resolvedOptions();
    return { language: locale, time_zone: timeZone };
  } catch {
    return {};
  }
}

/** `react-native-device-info` answers "unknown" where a system has no such thing. */
function usable(text: string | undefined): string | undefined {
  return text && text !== 'unknown' ? text : undefined;
}

/** What the Play Store knows about the install; undefined on other systems. */
export async function nativeInstallReferrer({
  playInstallReferrer,
  reactNative,
}: Modules): Promise<InstallReferrer | undefined> {
  if (!playInstallReferrer || reactNative?.Platform.OS !== 'android') return undefined;
  return within(
    NATIVE_CALL_MS,
    () =>
      new Promise<InstallReferrer | undefined>((resolve) => {
        playInstallReferrer.getInstallReferrerInfo((info) => {
          if (!info?.installReferrer) return resolve(undefined);
          const clickedAt = Number(info.referrerClickTimestampSeconds);
          const begunAt = Number(info.installBeginTimestampSeconds);
          resolve({
            referrer: info.installReferrer,
            ...(clickedAt > 0 ? { referrer_click_ts: clickedAt } : {}),
            ...(begunAt > 0 ? { install_begin_ts: begunAt } : {}),
          });
        });
      }),
  );
}
