import { parseExactJson } from '../providers/parse-exact-json.ts';
import type { PaymentProvider, PaymentReading } from '../providers/payment-provider.ts';

/** Reads a verified delivery; `invalid` if its body is not JSON or lacks required fields. */
export function readDelivery(provider: PaymentProvider, rawBody: Uint8Array): PaymentReading {
  const parsed = parseExactJson(rawBody);
  return parsed.ok ? provider.read(parsed.value, rawBody) : { kind: 'invalid', reason: parsed.reason };
}
