import type { InputOf } from '../../client/procedures.ts';

type Provider = InputOf<'create_payment_webhook'>['p_provider'];

const NAMES: Record<Provider, string> = {
  provider_a: 'Paystack (provider_a)',
  provider_b: 'Flutterwave (provider_b)',
  provider_c: 'Stripe (provider_c)',
  generic: 'Your own backend (generic)',
};

/** The providers to choose from. */
export const PROVIDERS = (Object.entries(NAMES) as [Provider, string][]).map(([id, name]) => ({ id, name }));

/** As a person reads a provider; one that is new here stays as it is. */
export const nameOfProvider = (provider: string): string => NAMES[provider as Provider] ?? provider;
