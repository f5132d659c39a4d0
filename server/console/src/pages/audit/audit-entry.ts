import type { OutputOf } from '../../client/procedures.ts';

/** A change of the account’s state, as it was recorded. */
export type AuditEntry = OutputOf<'list_audit_log'>['items'][number];
