import { copyOfFile, proofsOf } from './domain-proof.ts';
import type { Outside } from './outside.ts';

/** Whether a domain is proven, and by what; `unknown` where nobody could be asked. */
export type ProofOutcome =
  | { readonly kind: 'proven'; readonly by: 'txt' | 'file'; readonly isCopy: boolean }
  | { readonly kind: 'missing' | 'unknown'; readonly problem: string };

type Findings =
  | { readonly kind: 'found'; readonly isCopy?: boolean }
  | { readonly kind: 'none' | 'unreachable'; readonly problem: string };

/**
 * Looks for the proof of a domain: the DNS record first, then the file.
 *
 * @param known how it was proven before: what only the other way could say does not keep the answer open.
 */
export async function findProof(
  outside: Pick<Outside, 'findTxt' | 'files'>,
  domain: { readonly host: string; readonly proof: string },
  known: string | null,
): Promise<ProofOutcome> {
  const record = await findRecord(outside, domain);
  if (record.kind === 'found') return { kind: 'proven', by: 'txt', isCopy: false };
  const file = await findFile(outside, domain);
  if (file.kind === 'found') return { kind: 'proven', by: 'file', isCopy: file.isCopy === true };
  const asked = known === 'file' ? file : record;
  return {
    kind: asked.kind === 'unreachable' ? 'unknown' : 'missing',
    problem: `${record.problem}; ${file.problem}`,
  };
}

async function findRecord({ findTxt }: Pick<Outside, 'findTxt'>, domain: Claimed): Promise<Findings> {
  const { name, value } = proofsOf(domain).txt;
  const outcome = await findTxt(name);
  if (outcome.kind === 'unreachable')
    return { kind: 'unreachable', problem: `the name servers do not answer for ${name}` };
  const { texts } = outcome;
  if (texts.some((text) => text.trim() === value)) return { kind: 'found' };
  const problem =
    texts.length === 0
      ? `there is no TXT record ${name}`
      : `the TXT record ${name} does not have the value ${value}`;
  return { kind: 'none', problem };
}

interface Claimed {
  readonly host: string;
  readonly proof: string;
}

async function findFile({ files }: Pick<Outside, 'files'>, domain: Claimed): Promise<Findings> {
  const { url, content } = proofsOf(domain).file;
  const outcome = await files.get(url);
  if (outcome.kind !== 'answered')
    return { kind: 'unreachable', problem: `${url} cannot be read: ${outcome.reason}` };
  if (outcome.status !== 200) return { kind: 'none', problem: `${url} answers ${outcome.status}` };
  const body = outcome.body.trim();
  if (body === content || body === copyOfFile(content)) return { kind: 'found', isCopy: body !== content };
  return { kind: 'none', problem: `${url} does not have the content ${content}` };
}
