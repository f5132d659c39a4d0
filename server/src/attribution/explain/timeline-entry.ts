import { z } from 'zod';
import type { Plan } from '../../platform/settings/plans.ts';
import { money, toMoney } from '../../platform/values/money/money.ts';

/** Something that happened to a device or an install. Times are Unix ms. */
export const timelineEntry = z.object({
  at: z.int(),
  kind: z
    .enum([
      'click',
      'store_click',
      'install_begin',
      'install',
      'arrival',
      'decision',
      'fraud_flag',
      'deferred_link',
      'consent',
      'event',
      'purchase',
      'payment',
      'postback',
    ])
    .describe(`What happened: \`store_click\` and \`install_begin\` are the store’s own times, corrected; \`arrival\` is when
    the install event reached the service; \`deferred_link\` is when the app took its link; \`consent\` is when an event stated
    something else of its user’s consent than before; \`postback\` is a send to an ad
    network.`),
  id: z
    .string()
    .nullable()
    .describe('Of the click, event, flag, payment or delivery, or of the decision’s attribution; else null.'),
  label: z
    .string()
    .nullable()
    .describe(
      'A click’s source, a decision’s model, a flag’s rule, an event’s type or name, a payment’s type, a delivery’s outcome, ' +
        'what was stated of consent.',
    ),
  amount: money.nullable(),
  currency: z.string().nullable(),
  is_dated_by_arrival: z
    .boolean()
    .nullable()
    .describe(
      'Of an install, event, purchase or consent: whether `at` is when its event arrived, as its own time, corrected, is before ' +
        '2000 or after its arrival. Null for other kinds, and where the event is gone.',
    ),
});
export type TimelineEntry = z.output<typeof timelineEntry>;

/** An entry as statements read it. */
export interface TimelineRow extends Omit<TimelineEntry, 'amount'> {
  /** A decimal, as PostgreSQL prints it. */
  readonly amount: string | null;
}

/** A row as procedures return it. */
export function toTimelineEntry(row: TimelineRow): TimelineEntry {
  const { at, kind, id, label, amount, currency, is_dated_by_arrival } = row;
  const shown = amount === null ? null : toMoney(amount, currency);
  return { at, kind, id, label, amount: shown, currency, is_dated_by_arrival };
}

/** Whether a plan includes what an entry tells. */
export function isIncluded({ features }: Plan, kind: TimelineEntry['kind']): boolean {
  if (kind === 'fraud_flag') return features.has('fraud_detection');
  return kind !== 'payment' || features.has('roas');
}
