import { z } from 'zod';
import type { AdNetwork, PostbackFacts } from './ad-network.ts';
import { jsonRequest } from './parts/json-request.ts';
import { moneyMembers } from './parts/money-members.ts';

/** The service's own JSON, posted to the config's address. It is signed at the moment of sending. */
export const canonical: AdNetwork<object> = {
  format: 'canonical',
  origin: null,
  needsCredential: false,
  isSigned: true,
  defaultChannel: null,
  takesEveryInstall: false,
  settings: z.strictObject({}),
  build: ({ facts, address }) =>
    jsonRequest(address, payload(facts), { 'x-service-delivery-id': facts.deliveryId }),
  judge: () => 'sent',
};

function payload(facts: PostbackFacts): object {
  const { currency, value } = moneyMembers(facts);
  return {
    event_type: facts.eventType,
    attribution_id: facts.attributionId,
    install_id: facts.installId,
    installed_at: new Date(facts.installedAt).toISOString(),
    model: facts.model,
    confidence_score: facts.confidenceScore,
    click_id: facts.clickId,
    campaign_id: facts.campaignId,
    gaid: facts.gaid,
    service_customer_id: facts.customerId,
    timestamp: facts.happenedAt,
    ...(facts.eventType === 'purchase' && { value: value ?? null, currency: currency ?? null }),
    ...(facts.isTest && { test: true }),
  };
}
