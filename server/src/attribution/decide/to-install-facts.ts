import { readReferrer } from '../clicks/read-referrer.ts';
import { usableId } from '../devices/device-identifiers.ts';
import type { QueuedEvent } from '../event-queue/queued-event.ts';
import type { InstallFacts } from '../facts/install-facts.ts';
import { readStoreTimes } from '../facts/read-store-times.ts';
import { readStoreWord } from '../facts/read-store-word.ts';
import { type AppTraits, passesOnReferrers, sharesAmong } from '../traits/app-traits.ts';
import { isSharedNetwork } from './is-shared-network.ts';

/** The facts for the decision about an install, from its event. */
export function toInstallFacts(
  event: QueuedEvent,
  { installId, deviceId, kind }: Pick<InstallFacts, 'installId' | 'deviceId' | 'kind'>,
  appTraits: AppTraits,
): InstallFacts {
  const store = readStoreTimes(event);
  const device = readDeviceTraits(event);
  const said = {
    referrer: event.referrer === null ? null : readReferrer(event.referrer),
    osName: event.os_name,
    installBeganAt: store.beganAt,
  };
  return {
    installId,
    deviceId,
    kind,
    customerId: event.customer_id,
    appId: event.app_id,
    installedAt: event.occurred_at,
    clickId: event.click_id,
    gaid: usableId(event.gaid),
    androidId: usableId(event.android_id),
    idfv: usableId(event.idfv),
    idfa: usableId(event.idfa),
    network: event.ip_network === null || isSharedNetwork(event.ip_network) ? null : event.ip_network,
    country: event.country,
    ...device,
    ...said,
    storeWord: readStoreWord(said, passesOnReferrers(appTraits)),
    language: event.language?.toLowerCase() ?? null,
    traits: sharesAmong(appTraits, device),
    storeClickAt: store.clickedAt,
    hasIntegrityToken: (event.integrity_token ?? '') !== '',
  };
}

/** What an event says of its device, at its top level or in the components of its fingerprint. */
export function readDeviceTraits(event: QueuedEvent): Pick<InstallFacts, 'deviceModel' | 'osVersion'> {
  const components = readComponents(event.fingerprint_components);
  return {
    deviceModel: event.device_model ?? components.device_model ?? null,
    osVersion: event.os_version ?? components.os_version ?? null,
  };
}

function readComponents(text: string | null): { device_model?: string; os_version?: string } {
  return text === null ? {} : (JSON.parse(text) as { device_model?: string; os_version?: string });
}
