import type { ExactJson } from './parse-exact-json.ts';
import { elementsOf, type Field, fieldAt, isGiven, readText } from './payload/payload-fields.ts';
import { ignored, readPayment } from './payload/read-money.ts';
import type { PaymentReading } from './payment-provider.ts';
import { aliasesOfIds, amountAt, idAt, moneyFields } from './provider-c-fields.ts';

/** Of an invoice's payments, so many are looked at. */
const MAX_PAYMENTS = 10;

/**
 * Reads an invoice that is paid: by the intent or charge that it names, or, since the API version "basil", by the one of its
 * `payments`. Of several payments their own events tell.
 */
export function readInvoice(payload: ExactJson): PaymentReading {
  const charge = idAt(payload, 'data.object.charge');
  const paid = amountAt(payload, 'amount_paid');
  if (isGiven(charge) || isGiven(idAt(payload, INTENT))) return readPaymentOf(payload, charge, paid);
  const payments = elementsOf(fieldAt(payload, PAYMENTS).value).slice(0, MAX_PAYMENTS).filter(isPaid);
  const [payment = null, ...others] = payments;
  if (others.length > 0) return ignored('it has several payments, of which their own events tell');
  const own = fieldAt(payment, 'amount_paid');
  return readNamed(
    payload,
    within(idAt(payment, 'payment.payment_intent')),
    within(idAt(payment, 'payment.charge')),
    isGiven(own) ? within(own) : paid,
  );
}

const INTENT = 'data.object.payment_intent';
const PAYMENTS = 'data.object.payments.data';

function within({ path, value }: Field): Field {
  return { path: `${PAYMENTS}.${path}`, value };
}

/** Not those that were tried in vain, nor what was paid elsewhere. */
function isPaid(payment: ExactJson): boolean {
  const status = readText(fieldAt(payment, 'status'));
  if (status !== undefined && status !== 'paid') return false;
  return ['payment_intent', 'charge'].some((name) => isGiven(idAt(payment, `payment.${name}`)));
}

/** An event that names the payment's intent, or else its charge. */
export function readPaymentOf(payload: ExactJson, charge: Field, amount: Field): PaymentReading {
  return readNamed(payload, idAt(payload, INTENT), charge, amount);
}

function readNamed(payload: ExactJson, intent: Field, charge: Field, amount: Field): PaymentReading {
  const reference = [intent, charge].find(isGiven);
  // Either nothing was paid, or other events report it and this one could be a duplicate.
  if (reference === undefined) return ignored('it names neither a payment_intent nor a charge');
  return readPayment(moneyFields(payload, reference, amount), aliasesOfIds(intent, charge));
}
