import type { PaidReading, ReversalReading } from '../providers/payment-provider.ts';
import type { Entry } from './entry.ts';
import type { NewPayment } from './insert-payments.ts';
import type { ReversalLink, WaitingReversal } from './link-reversals.ts';
import type { PaymentAlias } from './lock-aliases.ts';
import { toPaymentRow } from './payment-fact.ts';

/** What is to be done to record a delivery. */
export interface Plan {
  readonly entry: Entry;
  /** The payment or reversal that the delivery is about. */
  readonly about: string;
  /** Its row, if it is new; null for a repeat. */
  readonly insert: NewPayment | null;
  /** Aliases to assign to the payment. */
  readonly claims: readonly PaymentAlias[];
  /** Aliases that only reversals have named so far: those waiting under them have found their payment. */
  readonly takes: readonly PaymentAlias[];
  /** The names under which the reversal is to wait for its payment. */
  readonly waits: readonly WaitingReversal[];
  /** The reversal's payment, where it names it only now. */
  readonly link: ReversalLink | null;
  /** The payment whose reversals change. */
  readonly original: string | null;
}

/** Decides it by what is known; nothing else about the payment changes meanwhile. */
export function planRecording(entry: Entry): Plan {
  return isPaid(entry) ? planPaid(entry) : planReversal(entry as Entry<ReversalReading>);
}

function isPaid(entry: Entry): entry is Entry<PaidReading> {
  return entry.fact.reading.kind === 'payment';
}

/**
 * A payment is new unless one of its aliases belongs to a recorded payment: then this is a repeat of that one. So it is if
 * another has its reference, for a provider that has several ids to choose from.
 */
function planPaid(entry: Entry<PaidReading>): Plan {
  const { fact, id, names, recorded } = entry;
  const known = names.find(({ payment_event_id }) => payment_event_id !== null && payment_event_id !== id);
  const about = known?.payment_event_id ?? recorded?.payment_event_id ?? id;
  const unclaimed = names.filter(({ payment_event_id }) => payment_event_id === null);
  const fresh = about === id ? [] : names.filter(({ payment_event_id }) => payment_event_id === id);
  const alone = { original_id: null, names: [], cumulative: false };
  return {
    entry,
    about,
    insert: about === id ? { ...toPaymentRow(id, fact), ...alone } : null,
    claims: [...fresh, ...unclaimed].map((name) => ({ ...name, payment_event_id: about })),
    takes: unclaimed,
    waits: [],
    link: null,
    original: null,
  };
}

/**
 * A reversal is linked to its payment, now or when that arrives. Its amount may exceed what is left of the payment; it is
 * recorded anyway.
 */
function planReversal(entry: Entry<ReversalReading>): Plan {
  const { fact, id, names, recorded } = entry;
  const { customerId: customer_id, provider, reading } = fact;
  const { originalAliases, cumulative } = reading;
  const known = names.find(({ payment_event_id }) => payment_event_id !== null)?.payment_event_id ?? null;
  const about = recorded?.payment_event_id ?? id;
  const waits =
    known !== null || (recorded && recorded.original_id !== null)
      ? []
      : originalAliases.map((alias) => ({ customer_id, provider, alias, payment_event_id: about }));
  const plan = { entry, about, claims: [], takes: [], waits };
  if (recorded === null) {
    const of = { original_id: known, names: originalAliases, cumulative };
    return { ...plan, insert: { ...toPaymentRow(id, fact), ...of }, link: null, original: known };
  }
  // The same reversal, which may only now name its payment.
  const isFound = recorded.original_id === null && known !== null;
  const link = isFound ? { customer_id, payment_event_id: about, original_id: known } : null;
  return { ...plan, insert: null, link, original: link && known };
}
