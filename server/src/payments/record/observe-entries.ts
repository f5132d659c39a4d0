import type { ClientBase } from 'pg';
import { aliasesOf, type Entry, type NewEntry } from './entry.ts';
import { findRecorded, recordKey } from './find-recorded.ts';
import { findWaiting } from './link-reversals.ts';
import { aliasKey, lockAliases, type PaymentAlias } from './lock-aliases.ts';

/** Locks the aliases that deliveries name, and finds what is known of what they are about. */
export async function observeEntries(client: ClientBase, entries: readonly NewEntry[]): Promise<Entry[]> {
  const locked = await lockAliases(client, entries.flatMap(aliasesOf));
  const namesOf = (entry: NewEntry) => aliasesOf(entry).flatMap((alias) => locked.get(aliasKey(alias)) ?? []);
  const recorded = await findRecorded(
    client,
    entries.map(({ fact }) => fact),
  );
  const observed = entries.map((entry) => ({
    ...entry,
    names: namesOf(entry),
    recorded: recorded.get(recordKey(entry.fact)) ?? null,
  }));
  const waiting = await findWaiting(client, observed.flatMap(waitedFor));
  return observed.map((entry) => ({
    ...entry,
    waiting: waitedFor(entry).flatMap((name) => waiting.get(aliasKey(name)) ?? []),
  }));
}

function waitedFor({ fact, names }: Pick<Entry, 'fact' | 'names'>): PaymentAlias[] {
  if (fact.reading.kind !== 'payment') return [];
  return names.filter(({ payment_event_id }) => payment_event_id === null);
}

/** What deliveries about the same payment have in common, as far as they say themselves. */
export function statedTies(entry: NewEntry): string[] {
  return [...aliasesOf(entry).map(aliasKey), recordKey(entry.fact)];
}

/** The same with what is known. */
export function knownTies(entry: Entry): string[] {
  const { names, recorded, waiting } = entry;
  const ids = [...names.map(({ payment_event_id }) => payment_event_id), ...waiting];
  if (recorded) ids.push(recorded.payment_event_id, recorded.original_id);
  return [...statedTies(entry), ...ids.filter((id) => id !== null)];
}
