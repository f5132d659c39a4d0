/**
 * SQL for the ids of a payment's reversals, linked and waiting.
 *
 * @param given the alias with the columns customer_id, provider, known (the payment's id) and names (its aliases).
 */
export const siblingsOf = (given: string) => `
  select reversal.payment_event_id from payments reversal
  where reversal.customer_id = ${given}.customer_id and reversal.original_id = ${given}.known
  union
  select waiting.payment_event_id from waiting_reversals waiting
  where waiting.customer_id = ${given}.customer_id and waiting.provider = ${given}.provider
    and waiting.alias = any(${given}.names)`;
