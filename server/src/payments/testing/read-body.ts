import { parseExactJson } from '../providers/parse-exact-json.ts';
import type { PaymentReading } from '../providers/payment-provider.ts';
import { type ProviderName, providerNamed } from '../providers/providers.ts';

/** How a provider reads a body, given as text or as a value. */
export function readBody(provider: ProviderName, body: string | object): PaymentReading {
  const rawBody = Buffer.from(typeof body === 'string' ? body : JSON.stringify(body));
  const parsed = parseExactJson(rawBody);
  const reading = parsed.ok ? providerNamed(provider)?.read(parsed.value, rawBody) : undefined;
  if (reading === undefined) throw new Error('the body of a test is not JSON');
  return reading;
}
