import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { clickLink, processQueued, send } from '../../testing/attributed-app.ts';
import { createSlug } from '../../testing/create-link.ts';
import { createTenant } from '../../testing/test-tenant.ts';
import { useService } from '../../testing/use-service.ts';

const service = useService();

test('a click that led an earlier install of the device leads none after it', async () => {
  const tenant = await createTenant(service);
  const { clickId, referrer } = await clickLink(service, await createSlug(tenant));
  const install = (ids: object) =>
    send(service, tenant, { event_type: 'install', referrer, installation_id: randomUUID(), ...ids });
  const ask = async (
    eventId: string,
    headers: Record<string, string> = { 'x-service-api-key': tenant.apiKey },
  ) =>
    (
      await service.request(
        `/v1/deep-link?click_id=${clickId}&app_id=${tenant.appId}&install_event_id=${eventId}`,
        { headers: { accept: 'application/json', ...headers } },
      )
    ).status;
  const first = await install({ android_id: 'phone-1' });
  expect(await ask(first)).toBe(200);
  await processQueued(service);
  expect(await ask(first)).toBe(200);
  const again = await install({ android_id: 'phone-1' });
  expect(await ask(again)).toBe(204);
  const ofAnother = await install({ android_id: 'phone-2' });
  expect(await ask(ofAnother)).toBe(200);
  expect(await ask(again, {})).toBe(200);
});
