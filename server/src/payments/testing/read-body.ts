import { parseExactJson } from '../providers/payload/parse-exact-json.ts';
import type { PaymentReading } from '../providers/payment-provider.ts';
import { type ProviderName, providerNamed } from '../providers/providers.ts';

/** What a provider reads in a body, as text or as a value that is printed first. */
export function readBody(provider: ProviderName, body: string | object): PaymentReading {
  const rawBody = Buffer.from(typeof body === 'string' ? body : JSON.stringify(body));
  const parsed = parseExactJson(rawBody);
  const reading = parsed.ok ? providerNamed(provider)?.read(parsed.value, rawBody) : undefined;
  if (reading === undefined) throw new Error('the body of a test is not JSON');
  return reading;
}
