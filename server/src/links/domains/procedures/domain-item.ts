import { z } from 'zod';
import type { DomainRecord } from '../domain-record.ts';
import { proofsOf } from '../proof/domain-proof.ts';

/** A domain as procedures return it. Times are Unix ms. */
export const domainItem = z.object({
  id: z.uuid(),
  host: z.string().describe('The host, in lower case; letters of other scripts as DNS writes them.'),
  status: z.enum(['pending', 'verified']).describe('Links are followed on it once it is verified.'),
  is_default: z.boolean().describe('Whether new links are on it that name no domain.'),
  txt: z
    .object({ name: z.string(), value: z.string() })
    .describe('The DNS record of type TXT that proves the domain.'),
  file: z
    .object({ url: z.url().describe('Its address.'), content: z.string().describe('All that it says.') })
    .describe('The file that proves it as well, where the host is served elsewhere.'),
  verified_at: z.int().nullable().describe('Since when it is verified, Unix ms.'),
  checked_at: z.int().nullable().describe('When the proof was last looked for, Unix ms.'),
  problem: z.string().nullable().describe('Why the proof was not found then; null where it was.'),
  fallback_resolver: z
    .url()
    .nullable()
    .describe('The service that is asked about unknown paths; null for none.'),
  fallback_asked: z.int().describe('Visits to unknown paths that the old service was asked about.'),
  fallback_found: z.int().describe('Those of them that it knew.'),
  fallback_found_at: z.int().nullable().describe('The last one, Unix ms.'),
  created_at: z.int(),
});

/** A domain as procedures return it, with what proves it. */
export function toDomainItem(domain: DomainRecord): z.input<typeof domainItem> {
  return {
    id: domain.id,
    host: domain.host,
    status: domain.verifiedAt ? 'verified' : 'pending',
    is_default: domain.isDefault,
    ...proofsOf(domain),
    verified_at: domain.verifiedAt?.getTime() ?? null,
    checked_at: domain.checkedAt?.getTime() ?? null,
    problem: domain.problem ?? null,
    fallback_resolver: domain.fallbackResolver ?? null,
    fallback_asked: domain.fallbackAsked,
    fallback_found: domain.fallbackFound,
    fallback_found_at: domain.fallbackFoundAt?.getTime() ?? null,
    created_at: domain.createdAt.getTime(),
  };
}
