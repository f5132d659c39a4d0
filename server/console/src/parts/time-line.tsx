import type { OutputOf } from '../client/procedures.ts';
import { consentTextOf } from '../values/consent-text.ts';
import { DATED_BY_ARRIVAL } from '../values/dated-by-arrival.ts';
import { nameOfModel } from '../values/models.ts';
import { ExactMoney, Time } from '../values/values.tsx';
import { EmptyState } from './empty-state.tsx';

type Entry = OutputOf<'explain_attribution'>['timeline'][number];

const KINDS: Record<Entry['kind'], string> = {
  click: 'Click',
  store_click: 'Click, as the store saw it',
  install_begin: 'The store began to install',
  install: 'First open',
  arrival: 'The event arrived here',
  decision: 'Decided',
  fraud_flag: 'Flagged',
  deferred_link: 'The app took its deferred link',
  consent: 'Consent',
  event: 'Event',
  purchase: 'Purchase',
  payment: 'Payment',
  postback: 'Told an ad network',
};

/** What happened, the earliest first. */
export function TimeLine({ entries }: { entries: readonly Entry[] }) {
  if (entries.length === 0) return <EmptyState>Nothing is known of it any more.</EmptyState>;
  return (
    <ol className="time-line">
      {entries.map((entry, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two entries may be alike, and none moves.
        <li key={at}>
          <span className="hint">
            <Time at={entry.at} />
          </span>
          <b>{KINDS[entry.kind]}</b> {labelOf(entry)}{' '}
          {entry.amount !== null &&
            (entry.currency === null ? (
              entry.amount
            ) : (
              <ExactMoney amount={entry.amount} currency={entry.currency} />
            ))}
          {entry.is_dated_by_arrival && <p className="hint">{DATED_BY_ARRIVAL}</p>}
        </li>
      ))}
    </ol>
  );
}

const CLICKS: Readonly<Record<string, string>> = { link: 'on a link', event: 'told by an event' };

function labelOf({ kind, label }: Entry): string | null {
  if (label === null) return null;
  if (kind === 'click') return CLICKS[label] ?? label.replaceAll('_', ' ');
  if (kind === 'decision') return nameOfModel(label);
  if (kind === 'consent') return consentTextOf(label);
  if (kind === 'install') return label === 'reinstall' ? 'after an install before' : null;
  return label.replaceAll('_', ' ');
}
