import type { PaymentProvider } from './payment-provider.ts';

export const providerB = {
  name: 'provider_b',
  secret: 'given',
  verify: () => 'not yet',
  read: () => ({ kind: 'ignored', reason: 'not yet' }),
} as const satisfies PaymentProvider;
