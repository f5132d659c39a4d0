import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { perSuite } from '../../testing/per-suite.ts';
import { outcomeOf, postEvents } from '../../testing/post-events.ts';
import { signedEvent, type WireEvent } from '../../testing/signed-event.ts';
import { createTenant } from '../../testing/test-tenant.ts';
import { useService } from '../../testing/use-service.ts';

const service = useService();
const tenant = perSuite(() => createTenant(service));

describe('what is stored', () => {
  async function rowOf(event: WireEvent) {
    const { results } = await postEvents(service, event, { 'x-forwarded-for': '203.0.113.77' });
    expect(results[0]?.status).toBe('accepted');
    const { rows } = await service.services.workPool.query('select * from events where event_id = $1', [
      event.event_id,
    ]);
    return { row: rows[0] as Record<string, unknown>, arrivedAt: results[0]?.server_timestamp ?? 0 };
  }

  test('of an event with every field', async () => {
    const uuid = randomUUID();
    const now = Date.now();
    const event = signedEvent(tenant, {
      event_type: 'purchase',
      timestamp: now - 5000,
      sent_at: now,
      age_ms: 60_000,
      gaid: '38400000-8cf0-11bd-b23e-10b96e40000d',
      android_id: 'a1b2',
      installation_id: uuid.toUpperCase(),
      user_id: 'user-1',
      device_fingerprint_components: { user_agent: 'ua', device_model: 'm', os_version: '14', extra: 1 },
      click_id: uuid,
      campaign_id: uuid,
      channel: 'influencer',
      referrer: 'utm_source=x',
      referrer_click_ts: 1_767_225_600,
      install_begin_ts: 1_767_225_601,
      device_model: 'SM-A155F',
      os_name: 'Android',
      os_version: '14',
      app_version: '1.2.3',
      screen_resolution: '1080x2340',
      event_properties: { b: 1, a: { z: '\0' } },
      revenue: 49.9,
      currency: 'NGN',
      custom_event_name: 'bought',
      integrity_token: 'it',
      push_token: 'pt',
    });
    const { row, arrivedAt } = await rowOf(event);
    expect(row).toMatchObject({
      customer_id: tenant.accountId,
      app_id: tenant.appId,
      event_type: 'purchase',
      occurred_at: new Date(arrivedAt - 60_000),
      received_at: new Date(arrivedAt),
      client_timestamp: String(now - 5000),
      sent_at: String(now),
      age_ms: '60000',
      sdk_version: 'test-1.0',
      installation_id: uuid,
      gaid: '38400000-8cf0-11bd-b23e-10b96e40000d',
      android_id: 'a1b2',
      user_id: 'user-1',
      click_id: uuid,
      campaign_id: uuid,
      channel: 'influencer',
      referrer: 'utm_source=x',
      referrer_click_ts: '1767225600',
      install_begin_ts: '1767225601',
      device_model: 'SM-A155F',
      os_name: 'Android',
      os_version: '14',
      app_version: '1.2.3',
      screen_resolution: '1080x2340',
      fingerprint_components: '{"user_agent":"ua","device_model":"m","os_version":"14"}',
      ip_network: '203.0.113.0/24',
      event_properties: '{"b":1,"a":{"z":"\\u0000"}}',
      revenue: '49.9',
      currency: 'NGN',
      custom_event_name: 'bought',
      integrity_token: 'it',
      push_token: 'pt',
    });
    expect(row.device_key).toMatch(/^[0-9a-f-]{36}$/);
    expect(row.fingerprint_hash).toHaveLength(32);
  });

  test('of an event without optional fields is null for each', async () => {
    const { row } = await rowOf(signedEvent(tenant));
    for (const name of ['sent_at', 'gaid', 'device_key', 'revenue', 'event_properties', 'fingerprint_hash']) {
      expect(row[name], name).toBeNull();
    }
  });

  test('of an event is reported by its decoded names, and never by internal names', async () => {
    const event = signedEvent(tenant, {
      device_model: 'tricky "model" \\ \u{1f600}',
      occurred_at_ms: 0,
      received_at: 'x',
      device_key: 'x',
      client_timestamp: 'x',
    });
    const text = JSON.stringify(event)
      .replace('"device_model"', '"\\u0064evice\\u005fmodel"')
      .replace('tricky', '\\u0074ricky');
    const { results } = await postEvents(service, text);
    expect(results[0]).toMatchObject({ status: 'accepted' });
    const { rows } = await service.services.workPool.query(
      'select device_model, device_key, occurred_at > $2 as recent from events where event_id = $1',
      [event.event_id, new Date(0)],
    );
    expect(rows).toEqual([{ device_model: event.device_model, device_key: null, recent: true }]);
  });

  test('of numbers is their value, in any notation', async () => {
    const text = JSON.stringify(
      signedEvent(tenant, { event_id: 'numbers-1', timestamp: 7, sent_at: 8, age_ms: 9, revenue: 10 }),
    );
    const written = text
      .replace(':7,', ':0.7e1,')
      .replace(':8,', `:${Date.now()}.0,`)
      .replace(':9,', ':9E0,')
      .replace(':10,', ':10.500,');
    const { signature: _, ...unsigned } = JSON.parse(written) as WireEvent;
    const signed = written.replace(/"[0-9a-f]{64}"/, JSON.stringify(signedEvent(tenant, unsigned).signature));
    expect((await postEvents(service, signed)).results[0]).toMatchObject({ status: 'accepted' });
    const { rows } = await service.services.workPool.query(
      'select client_timestamp, age_ms, revenue from events where event_id = $1',
      ['numbers-1'],
    );
    expect(rows).toEqual([{ client_timestamp: '7', age_ms: '9', revenue: '10.500' }]);
  });

  test('of an all-zero gaid is nothing, although it was signed', async () => {
    const gaid = '00000000-0000-0000-0000-000000000000';
    const { row } = await rowOf(signedEvent(tenant, { gaid }));
    expect([row.gaid, row.device_key]).toEqual([null, null]);
    expect(await outcomeOf(service, { ...signedEvent(tenant), gaid })).toBe('AUTH_ERROR');
  });
});
