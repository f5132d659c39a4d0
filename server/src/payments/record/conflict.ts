/** How a delivery contradicts what is recorded under its reference. What was recorded first is kept. */
export interface Conflict {
  readonly paymentEventId: string;
  /** Whether it was recorded for another app of the account. */
  readonly otherApp: boolean;
  /** Whether the amount or the currency is another. */
  readonly otherAmount: boolean;
  readonly recorded: { readonly appId: string; readonly amount: string; readonly currency: string | null };
}

/** For the delivery log, which the developers of the app that it was delivered to see: nothing of the other app. */
export function describeConflict({ otherApp, otherAmount }: Conflict): string {
  const amount = 'its amount or currency differs from what was recorded first';
  if (!otherApp) return `${amount}, which is kept`;
  const app = 'another app of the account announced it first';
  return otherAmount ? `${app}, and ${amount}, which is kept` : `${app}, which keeps it`;
}
