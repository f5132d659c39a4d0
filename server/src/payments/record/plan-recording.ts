import type { PaidReading, ReversalReading } from '../providers/payment-provider.ts';
import type { Entry } from './entry.ts';
import type { NewPayment } from './insert-payments.ts';
import type { ReversalLink, WaitingReversal } from './link-reversals.ts';
import type { PaymentAlias } from './lock-aliases.ts';
import { toPaymentRow } from './payment-fact.ts';

/** The steps that record a delivery. */
export interface Plan {
  readonly entry: Entry;
  /** The id of the payment or reversal that the delivery is about: a new one, or the one that it repeats. */
  readonly recordId: string;
  /** Its row, if it is new; null for a repeat. */
  readonly insert: NewPayment | null;
  /** The payment that it names, as far as it is known. */
  readonly payment: string | null;
  /** Aliases to assign to that payment. */
  readonly claims: readonly PaymentAlias[];
  /** Aliases that only reversals have named so far: those that wait under them have found their payment. */
  readonly awaitedAliases: readonly PaymentAlias[];
  /** The names under which the reversal is to wait for its payment. */
  readonly waitingRows: readonly WaitingReversal[];
  /** The reversal's payment, where it names it only now. */
  readonly link: ReversalLink | null;
  /** The payment whose reversals change. */
  readonly original: string | null;
}

/** Decides by what is known under the locks: nothing else about the payment changes in the meantime. */
export function planRecording(entry: Entry): Plan {
  return isPaid(entry) ? planPaid(entry) : planReversal(entry as Entry<ReversalReading>);
}

function isPaid(entry: Entry): entry is Entry<PaidReading> {
  return entry.fact.reading.kind === 'payment';
}

/**
 * A payment is new unless one of its aliases, or its reference, belongs to a recorded payment: then it repeats that one. A provider
 * with several ids to choose from may use any of them as the reference.
 */
function planPaid(entry: Entry<PaidReading>): Plan {
  const { fact, id, names, recorded, known } = entry;
  const recordId = known[0] ?? recorded?.payment_event_id ?? id;
  const unclaimed = names.filter(({ payment_event_id }) => payment_event_id === null);
  const fresh = recordId === id ? [] : names.filter(({ payment_event_id }) => payment_event_id === id);
  return {
    entry,
    recordId,
    insert: recordId === id ? { ...toPaymentRow(id, fact), original_id: null, undoes_id: null } : null,
    payment: recordId,
    claims: [...fresh, ...unclaimed].map((name) => ({ ...name, payment_event_id: recordId })),
    awaitedAliases: unclaimed,
    waitingRows: [],
    link: null,
    original: null,
  };
}

/**
 * A reversal is linked to its payment, now or when that arrives. It is recorded even if its amount exceeds what is left of the
 * payment. The names that it uses for the payment become aliases of the payment.
 */
function planReversal(entry: Entry<ReversalReading>): Plan {
  const { fact, id, names, recorded, known, told } = entry;
  const { customerId: customer_id, provider, reading } = fact;
  const payment = known[0] ?? null;
  const recordId = recorded && told?.amount === undefined ? recorded.payment_event_id : id;
  const unclaimed =
    payment === null || reading.alternatives
      ? []
      : names.filter(({ payment_event_id }) => payment_event_id === null);
  const nothing = { claims: [], awaitedAliases: [], waitingRows: [], link: null, original: null };
  if (told?.isVain || (told?.isKnown && recorded === null))
    return { entry, recordId, insert: null, payment, ...nothing };
  const plan = {
    entry,
    recordId,
    payment,
    claims: unclaimed.map((name) => ({ ...name, payment_event_id: payment })),
    awaitedAliases: unclaimed,
    waitingRows:
      payment !== null || (recorded && recorded.original_id !== null)
        ? []
        : reading.originalAliases.map((alias) => ({
            customer_id,
            provider,
            alias,
            payment_event_id: recordId,
          })),
  };
  if (recordId === id) {
    const row = toPaymentRow(id, fact);
    const { amount = row.amount, reference = row.reference, undoesId = null } = told ?? {};
    const insert = { ...row, amount, reference, original_id: payment, undoes_id: undoesId };
    return { ...plan, insert, link: null, original: payment };
  }
  // A repeat, which may be the first to name its payment.
  const isFound = recorded?.original_id === null && payment !== null;
  const link = isFound ? { customer_id, payment_event_id: recordId, original_id: payment } : null;
  return { ...plan, insert: null, link, original: link && payment };
}
