import { Migration } from '@mikro-orm/migrations';

/** Money that comes back: disputes that are won, and refunds that fail. And what several tellings of one thing have in common. */
export class M0086Reinstated extends Migration {
  override name = 'm0086-reinstated';

  override up(): void {
    this.addSql(REINSTATED);
    this.addSql(TELLINGS);
    this.addSql(MERGED);
    // A reversal that waits has several names: once one of them is known, so are the others.
    this.addSql(
      'create index waiting_reversals_names_idx on waiting_reversals (payment_event_id, customer_id)',
    );
  }
}

/**
 * \`undoes\` is the kind of what a reinstated row undoes, \`undoes_id\` its row once it is known. \`also_reference\` is another
 * name of a refund that providers tell with an id and without. The checks are not validated: the narrower ones held.
 */
const REINSTATED = `
  alter table payments
    add column undoes text,
    add column undoes_id uuid,
    add column also_reference text,
    drop constraint payments_key_type_check,
    drop constraint payments_event_type_check,
    add constraint payments_key_type_check
      check (key_type in ('payment', 'refund', 'chargeback', 'dispute', 'reinstated')) not valid,
    add constraint payments_event_type_check
      check (event_type in ('payment', 'refund', 'partial_refund', 'chargeback', 'dispute', 'reinstated')) not valid;
`;

/** What each event told of the sum that was refunded of a charge, with what had come back of it by then. */
const TELLINGS = `
  create table refund_tellings (
    customer_id uuid not null,
    provider text not null,
    charge text not null,
    event text not null,
    told_at timestamptz,
    gross numeric not null,
    primary key (customer_id, provider, charge, event)
  );
`;

/** Payments and refunds that were recorded as two until something told that they are one. Aliases may still name them. */
const MERGED = `
  create table merged_payments (
    customer_id uuid not null,
    payment_event_id uuid not null,
    into_id uuid not null,
    primary key (customer_id, payment_event_id)
  );
`;
