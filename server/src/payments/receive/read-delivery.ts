import { parseExactJson } from '../providers/parse-exact-json.ts';
import type { PaymentProvider, PaymentReading } from '../providers/payment-provider.ts';

/** A body that is not JSON. */
interface UnreadableBody {
  readonly kind: 'invalid';
  readonly reason: string;
}

/** Reads a verified delivery; `ignored` if it lacks what is needed to record it. */
export function readDelivery(
  provider: PaymentProvider,
  rawBody: Uint8Array,
): PaymentReading | UnreadableBody {
  const parsed = parseExactJson(rawBody);
  return parsed.ok ? provider.read(parsed.value, rawBody) : { kind: 'invalid', reason: parsed.reason };
}
