/** A device of which an event has withdrawn consent, by the key of one of its ids. */
export interface Withdrawal {
  readonly customerId: string;
  readonly appId: string;
  readonly deviceKey: string;
}
