import { z } from 'zod';
import { generic } from './generic.ts';
import type { PaymentProvider } from './payment-provider.ts';
import { providerA } from './provider-a.ts';
import { providerB } from './provider-b.ts';
import { providerC } from './provider-c.ts';

/** Every payment provider, in the order in which they are listed. */
export const PROVIDERS = [providerA, providerB, providerC, generic] as const;

export type ProviderName = (typeof PROVIDERS)[number]['name'];

/** The name of a provider, as an argument or a parameter. */
export const providerName = z.enum(
  PROVIDERS.map(({ name }) => name),
  `must be one of ${PROVIDERS.map(({ name }) => name).join(', ')}`,
);

/** @returns undefined for an unknown name. */
export function providerNamed(name: string): PaymentProvider | undefined {
  return PROVIDERS.find((provider) => provider.name === name);
}
