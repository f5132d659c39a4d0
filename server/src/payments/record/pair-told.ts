import type { ClientBase } from 'pg';
import type { Change } from '../../counters/add-to-counters.ts';
import { queryGiven } from '../../platform/store/query-given.ts';
import type { Entry } from './entry.ts';
import { isHash, mayBeUndone } from './find-told.ts';
import type { ReversalLink } from './link-reversals.ts';
import { mergeRecords } from './merge-payments.ts';

const ALSO = `
  update payments set also_reference = given.also_reference
  from json_to_recordset($1::json) as given (customer_id uuid, payment_event_id uuid, also_reference text)
  where payments.customer_id = given.customer_id and payments.payment_event_id = given.payment_event_id
  returning payments.payment_event_id`;

/** Refunds of newly linked payments, of providers that report a refund both with an id and without. */
const FIND = `
  select given.customer_id, own.original_id, own.payment_event_id, own.reference, trim_scale(own.amount)::text as amount, (
      select back.reference from payments back
      where back.customer_id = given.customer_id and back.original_id = given.original_id
        and back.undoes_id = own.payment_event_id
      limit 1) as undone_by
  from json_to_recordset($1::json) as given (customer_id uuid, original_id uuid)
  join payments own on own.customer_id = given.customer_id and own.original_id = given.original_id
  where own.key_type = 'refund' and own.also_reference is null and own.provider in ('provider_a', 'provider_b')
  order by own.received_at, own.payment_event_id`;

interface Refund {
  readonly customer_id: string;
  readonly original_id: string;
  readonly payment_event_id: string;
  readonly reference: string;
  readonly amount: string;
  /** The reference of the reinstated row that undoes it. */
  readonly undone_by: string | null;
}

/**
 * Stores the second name of refunds that were reported both with an id and without, and merges pairs that were recorded before it was
 * known that they belong to one payment.
 *
 * @returns how the counters change.
 */
export async function pairTold(
  client: ClientBase,
  entries: readonly Entry[],
  links: readonly ReversalLink[],
): Promise<readonly Change[]> {
  const named = entries.flatMap(({ fact, recorded, told }) =>
    recorded && told?.alsoReference !== undefined
      ? [
          {
            customer_id: fact.customerId,
            payment_event_id: recorded.payment_event_id,
            also_reference: told.alsoReference,
          },
        ]
      : [],
  );
  await queryGiven(client, { name: 'name-refunds', text: ALSO }, named);
  const originals = new Map(links.map((link) => [link.original_id, link]));
  const refunds = await queryGiven<Refund>(client, { name: 'find-refunds-to-pair', text: FIND }, [
    ...originals.values(),
  ]);
  const pairs = [
    ...Map.groupBy(refunds, ({ original_id, amount }) => `${original_id} ${amount}`).values(),
  ].flatMap(pairsOf);
  if (pairs.length === 0) return [];
  const merges = pairs.map(({ kept, gone }) => ({
    customer_id: gone.customer_id,
    payment_event_id: gone.payment_event_id,
    into_id: kept.payment_event_id,
  }));
  await queryGiven(
    client,
    { name: 'name-refunds', text: ALSO },
    pairs.map(({ kept, gone }) => ({ ...kept, also_reference: gone.reference })),
  );
  return mergeRecords(client, merges);
}

/** Pairs each refund without an id with one that has an id, in the order of arrival; the earlier of the two is kept. */
function pairsOf(refunds: readonly Refund[]): { readonly kept: Refund; readonly gone: Refund }[] {
  const withId = refunds.filter(({ reference }) => !isHash(reference));
  const without = new Set(refunds.filter(({ reference }) => isHash(reference)));
  return withId.flatMap((one) => {
    const other = [...without].find(({ undone_by }) => mayBeUndone(undone_by, one.reference));
    if (other === undefined) return [];
    without.delete(other);
    const [kept, gone] = refunds.indexOf(one) < refunds.indexOf(other) ? [one, other] : [other, one];
    return [{ kept, gone }];
  });
}
