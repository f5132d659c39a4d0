/** What `generic` delivers of a payment. */
export const paid = (more: object = {}) => ({ reference: 'p-1', amount: 100, currency: 'EUR', ...more });

/** What it delivers of a reversal of that payment. */
export const reversed = (event_type: string, amount: number | string, more: object = {}) => ({
  event_type,
  reference: `${event_type}-${amount}`,
  amount,
  currency: 'EUR',
  original_reference: 'p-1',
  ...more,
});
