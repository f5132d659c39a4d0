/** A file whose statements may do what those of others may not. */
interface Exception {
  readonly sender: string;
  readonly because: string;
  /** It is sent to nodes alone, where no test of one server sees it. */
  readonly isOfNodes?: true;
}

/** Those that the check passes over, and why. One that no statement needs any more fails the check. */
export const EXCEPTIONS: readonly Exception[] = [
  {
    sender: 'server/src/run/admin/commands/upgrade-check.ts',
    because: 'an operator’s command counts rows of all accounts, up to a limit',
  },
  {
    sender: 'server/src/run/backup/dump-database.ts',
    because: 'a backup copies whole tables',
  },
  {
    sender: 'server/src/links/deferred/forget-clipboard-codes.ts',
    because: 'every ten minutes one statement goes to all nodes, where a partial index holds the codes alone',
  },
  {
    sender: 'server/src/privacy/retention/forget-clicks.ts',
    because: 'is sent to one server only; over nodes forget-clicks-of-account.ts is',
  },
  {
    sender: 'server/src/privacy/retention/forget-event-ids.ts',
    because: 'once an hour one statement goes to all nodes, each of which removes its own of a day',
  },
  {
    sender: 'server/src/privacy/retention/forget-events.ts',
    because: 'is sent to one server only; over nodes forget-events-of-accounts.ts is',
  },
  {
    sender: 'server/src/privacy/retention/forget-events-of-accounts.ts',
    because: 'once a batch of retention all nodes are asked which accounts have old events',
    isOfNodes: true,
  },
  {
    sender: 'server/src/platform/auth/secrets/reseal-column.ts',
    because: 'an operator’s command seals the secrets of all accounts anew',
  },
];
