import type { ClientBase } from 'pg';
import { queryGiven } from '../../platform/store/query-given.ts';
import type { ReversalReading } from '../providers/payment-provider.ts';
import type { Entry, Told } from './entry.ts';
import { siblingsOf } from './siblings-of.ts';
import { tellTotals } from './tell-totals.ts';

/** A reversal of the payment that a delivery is about, whether it is linked to it or waits for it. */
interface Sibling {
  readonly entry_id: string;
  readonly payment_event_id: string;
  readonly original_id: string | null;
  readonly key_type: string;
  readonly reference: string;
  readonly also_reference: string | null;
  readonly is_same: boolean;
  /** The reference of the reinstated row that undoes it. */
  readonly undone_by: string | null;
}

const FIND = `
  select given.entry_id, own.payment_event_id, own.original_id, own.key_type, own.reference, own.also_reference,
    own.amount = given.amount as is_same, (
      select back.reference from payments back
      where back.customer_id = given.customer_id and back.payment_event_id = any(own.ids)
        and back.undoes_id = own.payment_event_id
      limit 1) as undone_by
  from json_to_recordset($1::json) as given (customer_id uuid, entry_id uuid, provider text, known uuid, names text[],
    amount numeric, refund text)
  cross join lateral (
    select array(${siblingsOf('given')}
      union
      select named.payment_event_id from payments named
      where named.customer_id = given.customer_id and named.provider = given.provider
        and named.reference = given.refund and named.key_type = 'refund') as ids offset 0) own_ids
  cross join lateral (
    select payments.*, own_ids.ids from payments
    where payments.customer_id = given.customer_id and payments.payment_event_id = any(own_ids.ids) offset 0) own
  order by own.received_at, own.payment_event_id`;

/**
 * Completes entries of reversals whose meaning depends on the other reversals of their payment: totals, refunds that are reported both
 * with an id and without, and reinstatements. All others are returned as they are, without a query.
 */
export async function findTold(client: ClientBase, entries: readonly Entry[]): Promise<Entry[]> {
  const totals = await tellTotals(client, entries.filter(isTotal));
  const asked = entries.filter(dependsOnSiblings);
  const siblings = Map.groupBy(await findSiblings(client, asked), ({ entry_id }) => entry_id);
  return entries.map((entry) => {
    if (isTotal(entry)) return { ...entry, told: totals.get(entry.id) ?? null };
    if (!dependsOnSiblings(entry)) return entry;
    const own = siblings.get(entry.id) ?? [];
    const { reading } = entry.fact;
    return reading.eventType === 'reinstated' ? undo(entry, own) : matchName(entry, own);
  });
}

type ReversalEntry = Entry<ReversalReading>;

const isTotal = (entry: Entry): entry is ReversalEntry =>
  entry.fact.reading.kind === 'reversal' && entry.fact.reading.cumulative;

const dependsOnSiblings = (entry: Entry): entry is ReversalEntry =>
  entry.fact.reading.kind === 'reversal' &&
  entry.recorded === null &&
  (entry.fact.reading.named !== undefined || entry.fact.reading.undoes !== undefined);

function findSiblings(client: ClientBase, entries: readonly ReversalEntry[]): Promise<Sibling[]> {
  const given = entries.map(({ id, fact, known }) => ({
    customer_id: fact.customerId,
    entry_id: id,
    provider: fact.provider,
    known: known[0] ?? null,
    names: fact.reading.originalAliases,
    amount: fact.reading.amount,
    refund: fact.reading.undoes?.ifRecorded ? fact.reading.undoes.reference : null,
  }));
  return queryGiven<Sibling>(client, { name: 'find-sibling-reversals', text: FIND }, given);
}

/** Whether a reference is a hash in place of an id. */
export const isHash = (reference: string): boolean => reference.startsWith('sha256:');

/** A refund reported both with an id and without is one refund: each report is paired with one of the other kind that has no pair yet. */
function matchName(entry: ReversalEntry, siblings: readonly Sibling[]): Entry {
  const { reference } = entry.fact.reading;
  const refunds = siblings.filter(({ key_type, is_same }) => key_type === 'refund' && is_same);
  const known = refunds.find((one) => one.also_reference === reference);
  if (known) return { ...entry, recorded: known };
  const others = refunds.filter(
    (one) => one.also_reference === null && isHash(one.reference) !== isHash(reference),
  );
  const other =
    others.find(({ undone_by }) => undone_by === reference) ??
    others.find((one) => isHash(reference) || mayBeUndone(one.undone_by, reference));
  if (other === undefined) return entry;
  const told = { isKnown: true, alsoReference: reference, isUndone: other.undone_by !== null };
  return { ...entry, recorded: other, told };
}

/** Whether a refund of this name may be the one that was undone: one that failed under another name is another refund. */
export function mayBeUndone(undoneBy: string | null, name: string): boolean {
  return undoneBy === null || undoneBy === name || isHash(undoneBy);
}

/** Undoes the reversal that it names, otherwise the newest that it may mean, which has no other id. */
function undo(entry: ReversalEntry, siblings: readonly Sibling[]): Entry {
  const { undoes, charge } = entry.fact.reading;
  if (!undoes) return entry;
  const ofKind = siblings.filter(({ key_type }) => isOfKind(key_type, undoes.kind)).toReversed();
  const left = ofKind.filter(({ undone_by }) => undone_by === null);
  const refunds = undoes.kind === 'refund' ? left : [];
  const isUnnamed = ({ reference, also_reference }: Sibling) =>
    charge === undefined ? isHash(reference) && also_reference === null : !reference.startsWith('re_');
  const undone =
    left.find(
      (one) => undoes.reference !== null && [one.reference, one.also_reference].includes(undoes.reference),
    ) ??
    refunds.find((one) => one.is_same && (undoes.reference === null || isUnnamed(one))) ??
    (charge === undefined ? undefined : ofKind.find(isUnnamed));
  const told: Told = {
    isKnown: false,
    undoesId: undone?.payment_event_id ?? null,
    isVain: undoes.ifRecorded && undone === undefined,
  };
  return { ...entry, told };
}

function isOfKind(keyType: string, kind: string | null): boolean {
  return keyType !== 'reinstated' && (kind === null || keyType === kind);
}
