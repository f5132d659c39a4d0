import { siblingOf } from '../config/endpoint.ts';
import type { CreateFeature } from '../engine/additions.ts';
import type { Engine } from '../engine/engine.ts';
import { isText } from '../parsing/is-text.ts';
import { parseObject } from '../parsing/parse-object.ts';
import type { InstallReferrer } from '../platform/platform.ts';
import type { CoreClient } from './core-client.ts';
import { NO_STATS } from './create-core-client.ts';

/** What it answers in place of the core. */
export type PhoneFacts = Pick<CoreClient<never>, 'stats'>;

const TIMEOUT_MS = 8000;

/** What only a phone knows: the ids of iOS, its user's word on tracking, and the code in its clipboard. */
export const createPhoneFacts: CreateFeature<PhoneFacts> = ({ engine }) => ({
  methods: {
    async stats() {
      const on = engine();
      const tracking = await on?.platform.trackingStatus?.();
      return { ...((await on?.stats()) ?? NO_STATS), ...(tracking && { tracking }) };
    },
  },
  start(on) {
    const { platform, config } = on;
    const { device, installReferrer } = platform;
    platform.device = async () => {
      const idfa = config.collectAdvertisingId === false ? undefined : await platform.idfa?.();
      return { ...(await device()), ...(idfa && { idfa }) };
    };
    if (platform.clipboardCode)
      platform.installReferrer = async () => (await clipboardReferrer(on)) ?? installReferrer?.();
    return {};
  },
});

/** The click whose landing page put a code into the clipboard, as a store would tell of it. */
async function clipboardReferrer(on: Engine): Promise<InstallReferrer | undefined> {
  const { platform, keys, config, apiKey, remote, delivery } = on;
  if (!(await delivery.gate.mayRequest())) return undefined;
  const code = await platform.clipboardCode?.();
  if (!code) return undefined;
  await keys.resolve();
  const app = config.appId ?? keys.known()?.app_id;
  const response = await platform
    .http({
      method: 'GET',
      url: `${siblingOf(remote.endpoint(), 'deep-link')}?app_id=${encodeURIComponent(app ?? '')}&code=${code}`,
      headers: { accept: 'application/json', 'x-service-api-key': apiKey },
      timeoutMs: TIMEOUT_MS,
    })
    .catch(() => undefined);
  const clickId = response?.status === 200 ? parseObject(response.text)?.clickId : undefined;
  return isText(clickId) ? { referrer: `service_click_id=${clickId}` } : undefined;
}
