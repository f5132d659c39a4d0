import { widerNetwork } from '../../platform/http/requests/masked-network.ts';
import { CLICK_ID_KINDS } from '../../platform/values/device-id-kinds.ts';
import { isDeviceParameter } from '../devices/device-parameters.ts';
import type { ClickRecord } from './click-record.ts';

const NO_IDS = Object.fromEntries(CLICK_ID_KINDS.map((kind) => [kind, null]));

/** What a click of an app in strict privacy mode is stored as: nothing by which a device could be told from others. */
export function withoutTraits(click: ClickRecord): ClickRecord {
  return {
    ...click,
    ...NO_IDS,
    ip_network: widerNetwork(click.ip_network),
    user_agent: null,
    device_model: null,
    os_version: null,
    language: null,
    visit_params: withoutIds(click.visit_params),
  };
}

/** @param params a JSON object of texts */
function withoutIds(params: string | null): string | null {
  if (params === null) return null;
  const kept = Object.entries(JSON.parse(params) as Record<string, string>).filter(
    ([name]) => !isDeviceParameter(name),
  );
  return kept.length === 0 ? null : JSON.stringify(Object.fromEntries(kept));
}
