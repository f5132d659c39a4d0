import { parseExactJson } from '../providers/payload/parse-exact-json.ts';
import type { PaymentProvider, PaymentReading } from '../providers/payment-provider.ts';

/** What a verified delivery says; `invalid` where its body is not JSON or lacks what its event needs. */
export function readDelivery(provider: PaymentProvider, rawBody: Uint8Array): PaymentReading {
  const parsed = parseExactJson(rawBody);
  return parsed.ok ? provider.read(parsed.value, rawBody) : { kind: 'invalid', reason: parsed.reason };
}
