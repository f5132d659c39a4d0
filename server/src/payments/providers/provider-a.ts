import type { PaymentProvider } from './payment-provider.ts';

export const providerA = {
  name: 'provider_a',
  secret: 'given',
  verify: () => 'not yet',
  read: () => ({ kind: 'ignored', reason: 'not yet' }),
} as const satisfies PaymentProvider;
