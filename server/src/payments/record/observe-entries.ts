import type { ClientBase } from 'pg';
import { aliasesOf, type Entry, type NewEntry, refundIdsOf } from './entry.ts';
import { findMerged } from './find-merged.ts';
import { findRecorded, recordKey } from './find-recorded.ts';
import { type FoundWaiting, findOtherNames, findWaiting, type WaitingReversal } from './link-reversals.ts';
import { aliasKey, lockAliases, type PaymentAlias } from './lock-aliases.ts';

/** Locks the aliases that deliveries name, and finds what is recorded of their payments. */
export async function observeEntries(client: ClientBase, entries: readonly NewEntry[]): Promise<Entry[]> {
  const { named, waiting } = await nameEntries(client, entries);
  const recorded = await findRecorded(
    client,
    entries.map(({ fact }) => fact),
  );
  const observed = named.map(({ entry, names }) => {
    const others = names.filter(isUnclaimed).flatMap((name) => waiting.get(aliasKey(name)) ?? []);
    return {
      ...entry,
      names,
      recorded: recorded.get(recordKey(entry.fact)) ?? null,
      waiting: [...new Set(others.map(({ payment_event_id }) => payment_event_id))],
      known: paymentsNamed(entry, names, others),
      told: null,
    };
  });
  return resolveMerged(client, observed);
}

interface Named {
  readonly entry: NewEntry;
  readonly names: readonly PaymentAlias[];
}

/** How many steps, from name to name, are taken to find all names of a payment. */
const MOST_STEPS = 8;

/** Finds the reversals that wait under a delivery's names, and adds their other names: all are names of one payment. */
async function nameEntries(
  client: ClientBase,
  entries: readonly NewEntry[],
): Promise<{ readonly named: readonly Named[]; readonly waiting: Map<string, FoundWaiting[]> }> {
  const locked = await lockAliases(client, [...entries.flatMap(aliasesOf), ...entries.flatMap(refundIdsOf)]);
  let named: Named[] = entries.map((entry) => ({
    entry,
    names: aliasesOf(entry).flatMap((alias) => locked.get(aliasKey(alias)) ?? []),
  }));
  const waiting = new Map<string, FoundWaiting[]>();
  let fresh = named.flatMap(({ names }) => names.filter(isUnclaimed));
  for (let step = 0; step < MOST_STEPS && fresh.length > 0; step++) {
    const found = await findWaiting(client, fresh);
    for (const [key, rows] of found) waiting.set(key, rows);
    const others = await findOtherNames(client, [...found.values()].flat());
    const more = others.filter((name) => !locked.has(aliasKey(name)));
    const wanted = more.map((name) => ({ ...name, payment_event_id: null }));
    for (const [key, alias] of await lockAliases(client, wanted)) locked.set(key, alias);
    named = named.map(({ entry, names }) => ({ entry, names: withOthers(names, waiting, others, locked) }));
    fresh = more.flatMap((name) => locked.get(aliasKey(name)) ?? []).filter(isUnclaimed);
  }
  return { named, waiting };
}

/** The same names, and the other names of the reversals that wait under them. */
function withOthers(
  names: readonly PaymentAlias[],
  waiting: ReadonlyMap<string, readonly FoundWaiting[]>,
  others: readonly WaitingReversal[],
  locked: ReadonlyMap<string, PaymentAlias>,
): readonly PaymentAlias[] {
  const own = new Set(names.map(aliasKey));
  const reversals = new Set(
    names
      .flatMap((name) => waiting.get(aliasKey(name)) ?? [])
      .map(({ payment_event_id }) => payment_event_id),
  );
  const more = others.filter((name) => !own.has(aliasKey(name)) && reversals.has(name.payment_event_id));
  const keys = new Set(more.map(aliasKey));
  return keys.size === 0 ? names : [...names, ...[...keys].flatMap((key) => locked.get(key) ?? [])];
}

const isUnclaimed = ({ payment_event_id }: PaymentAlias) => payment_event_id === null;

function paymentsNamed(
  { id }: NewEntry,
  names: readonly PaymentAlias[],
  waiting: readonly FoundWaiting[],
): string[] {
  const ids = [
    ...names.map(({ payment_event_id }) => payment_event_id),
    ...waiting.map(({ original_id }) => original_id),
  ];
  return [...new Set(ids.filter((known) => known !== null).filter((known) => known !== id))];
}

/** An alias of a payment that was merged into another names the other. */
async function resolveMerged(client: ClientBase, entries: readonly Entry[]): Promise<Entry[]> {
  const named = entries.flatMap(({ fact, known }) =>
    known.map((payment_event_id) => ({ customer_id: fact.customerId, payment_event_id })),
  );
  const merged = await findMerged(client, named);
  if (merged.size === 0) return [...entries];
  return entries.map((entry) => ({
    ...entry,
    known: [...new Set(entry.known.map((id) => merged.get(id) ?? id))],
  }));
}

/** Keys that deliveries about the same payment share, judging by the deliveries alone. */
export function statedTies(entry: NewEntry): string[] {
  return [...[...aliasesOf(entry), ...refundIdsOf(entry)].map(aliasKey), recordKey(entry.fact)];
}

/** The same, including what is recorded. */
export function knownTies(entry: Entry): string[] {
  const { names, recorded, waiting, known } = entry;
  const ids = [...names.map(({ payment_event_id }) => payment_event_id), ...waiting, ...known];
  if (recorded) ids.push(recorded.payment_event_id, recorded.original_id);
  return [...statedTies(entry), ...ids.filter((id) => id !== null)];
}
