import type { PaymentProvider } from './payment-provider.ts';

export const generic = {
  name: 'generic',
  secret: 'issued',
  verify: () => 'not yet',
  read: () => ({ kind: 'ignored', reason: 'not yet' }),
} as const satisfies PaymentProvider;
