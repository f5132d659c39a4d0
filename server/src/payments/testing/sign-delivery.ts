import { createHmac } from 'node:crypto';
import type { ProviderName } from '../providers/providers.ts';

/** A request to the payment webhook, as a provider would send it. */
export interface Delivery {
  readonly provider: ProviderName;
  readonly headers: Record<string, string>;
  readonly rawBody: string;
}

/**
 * Signs a body as the provider does.
 *
 * @param now Unix ms of the provider's clock, which only provider_c signs.
 */
export function signDelivery(
  provider: ProviderName,
  rawBody: string,
  { secret, now }: { readonly secret: string; readonly now: number },
): Delivery {
  const headers = { 'content-type': 'application/json', ...signatureOf(provider, rawBody, secret, now) };
  return { provider, headers, rawBody };
}

function signatureOf(
  provider: ProviderName,
  rawBody: string,
  secret: string,
  now: number,
): Record<string, string> {
  switch (provider) {
    case 'provider_a':
      return { 'x-provider-a-signature': createHmac('sha512', secret).update(rawBody).digest('hex') };
    case 'provider_b':
      return { 'verif-hash': secret };
    case 'provider_c': {
      const t = Math.floor(now / 1000);
      const v1 = createHmac('sha256', secret).update(`${t}.${rawBody}`).digest('hex');
      return { 'provider-c-signature': `t=${t},v1=${v1}` };
    }
    case 'generic':
      return { 'x-service-signature': createHmac('sha256', secret).update(rawBody).digest('hex') };
  }
}
