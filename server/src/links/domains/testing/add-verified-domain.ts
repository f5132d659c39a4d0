import type { Tenant } from '../../../testing/test-tenant.ts';
import type { FakeOutside } from './fake-outside.ts';

/** A domain as `add_domain` returns it. */
export interface TestDomain {
  readonly id: string;
  readonly host: string;
  readonly status: string;
  readonly txt: { readonly name: string; readonly value: string };
  readonly file: { readonly url: string; readonly content: string };
}

/** Adds a domain to a tenant's account and verifies it by a DNS record. @param args of `add_domain`, beside the host. */
export async function addVerifiedDomain(
  tenant: Tenant,
  outside: FakeOutside,
  host: string,
  args: Record<string, unknown> = {},
): Promise<TestDomain> {
  const added = await tenant.owner.rpc('add_domain', { p_host: host, ...args });
  if (added.status !== 200) throw new Error(await added.text());
  const domain = (await added.json()) as TestDomain;
  outside.records.set(domain.txt.name, [domain.txt.value]);
  const verified = await tenant.owner.rpc('verify_domain', { p_host: host });
  if (verified.status !== 200) throw new Error(await verified.text());
  return (await verified.json()) as TestDomain;
}
