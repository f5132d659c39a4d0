import { isDistributed, type Queryable } from './is-distributed.ts';

/**
 * A statement for one account in the form that its database wants. On one server some compare the account in a way that
 * makes no index of it useful (counters/activity/count-activity.ts); over many nodes only an equation says on which one it is.
 */
export async function ofAccount(
  client: Queryable,
  { name, text }: { readonly name: string; readonly text: string },
): Promise<{ name: string; text: string; onNodes?: string }> {
  // The form for nodes goes along for those who look at what is sent: the driver leaves it alone.
  if (!(await isDistributed(client))) return { name, text, onNodes: equatingAccounts(text) };
  return { name: `${name}-of-one`, text: equatingAccounts(text) };
}

/** SQL in which accounts are compared by equations only. */
export function equatingAccounts(text: string): string {
  return text.replaceAll('customer_id is not distinct from', 'customer_id =');
}
