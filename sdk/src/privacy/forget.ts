import { siblingOf } from '../config/endpoint.ts';
import type { Engine } from '../engine/engine.ts';
import type { PendingEvent } from '../events/pending-event.ts';
import { parseObject } from '../parsing/parse-object.ts';
import { type SigningKey, sealEvent } from '../transport/seal-event.ts';
import { encodeUtf8 } from '../wire/encode-utf8.ts';
import { FORGET_PURPOSE } from '../wire/forget-purpose.ts';

/** The service has not answered yet. */
export const PENDING = '1';
const ANSWERED = '0';

const TIMEOUT_MS = 15_000;
/** As many as a queue may hold; a store may return fewer at a time. */
const MOST = 1e6;

/** Removes what is queued of a user who is to be forgotten, and asks the service to forget them too, unless it has answered. */
export async function forget(on: Engine): Promise<void> {
  const { platform, identity, keys, remote } = on;
  if (identity.forgotten.current() !== PENDING) return;
  await purge(on);
  await keys.resolve();
  const key = keys.known();
  if (!key) return;
  /** Returns the service's time if it has refused the device's. */
  async function ask(skew: number): Promise<unknown> {
    const facts: object = { purpose: FORGET_PURPOSE, installation_id: await identity.installationId() };
    const response = await platform
      .http({
        method: 'POST',
        url: siblingOf(remote.endpoint(), 'forget'),
        // None of its own, so that a page asks in one request.
        headers: {},
        // Signed as an event is, anew each time.
        body: encodeUtf8(sealEvent({ facts } as PendingEvent, key as SigningKey, platform.clock, skew)),
        timeoutMs: TIMEOUT_MS,
      })
      .catch((): undefined => {});
    if (response?.status === 202) await identity.forgotten.set(ANSWERED);
    return parseObject(response?.text)?.server_timestamp;
  }
  const time = await ask(0);
  if (time) await ask(+time - platform.clock.now());
}

async function purge({
  queue: { events },
  ahead,
  values,
  name,
  consent,
  consent: { isGiven },
}: Engine): Promise<void> {
  // Without it the queue cannot even be emptied.
  consent.isGiven = true;
  for (const { id } of ahead?.all() ?? []) ahead?.remove(id);
  let ids: string[];
  do ids = (await events.read(undefined, MOST)).map(({ id }) => id);
  while (ids[0] && (await events.ack(ids)));
  for (const key of [
    'user-id',
    'push-token',
    `${name}.install`,
    `${name}.dead-letters`,
    `${name}.session`,
    'consent',
  ])
    void values.remove(key);
  consent.isGiven = isGiven;
}
