import type { PaymentProvider } from './payment-provider.ts';

export const providerC = {
  name: 'provider_c',
  secret: 'given',
  verify: () => 'not yet',
  read: () => ({ kind: 'ignored', reason: 'not yet' }),
} as const satisfies PaymentProvider;
