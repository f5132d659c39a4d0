import { describe, expect, test } from 'vitest';
import { BARE, bodyOf, FACTS, INSTALL, request } from '../testing/build-request.ts';

describe('canonical', () => {
  test('an install', () => {
    expect(request('canonical', INSTALL)).toEqual({
      url: 'https://hooks.example.com/in?key=1',
      headers: { 'content-type': 'application/json', 'x-service-delivery-id': FACTS.deliveryId },
      body: JSON.stringify({
        event_type: 'install',
        attribution_id: FACTS.attributionId,
        install_id: FACTS.installId,
        installed_at: '2026-01-31T12:00:00.250Z',
        model: 'click_id',
        confidence_score: 97,
        click_id: FACTS.clickId,
        campaign_id: FACTS.campaignId,
        gaid: FACTS.gaid,
        service_customer_id: FACTS.customerId,
        timestamp: FACTS.installedAt,
      }),
    });
  });

  test('an install of which little is known has every field', () => {
    expect(bodyOf('canonical', BARE)).toMatchObject({ click_id: null, campaign_id: null, gaid: null });
  });

  test('a purchase, with the digits that its currency has', () => {
    const { body } = request('canonical', FACTS);
    expect(body).toMatch(/"timestamp":1769934600125,"value":1250\.50,"currency":"NGN"}$/);
  });

  test('a purchase is exact beyond what a float holds', () => {
    const amount = '900719925474099.12345678901234567891';
    expect(request('canonical', { ...FACTS, amount }).body).toContain(`"value":${amount},`);
  });

  test('a test event is marked', () => {
    expect(bodyOf('canonical', { ...INSTALL, isTest: true })).toMatchObject({ test: true });
  });
});
