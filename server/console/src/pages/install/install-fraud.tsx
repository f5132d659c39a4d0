import type { OutputOf } from '../../client/procedures.ts';
import { signalsText } from '../../values/signals-text.ts';
import { State, Time } from '../../values/values.tsx';

type Fraud = OutputOf<'explain_attribution'>['fraud'];

/** What fraud rules say of the install, and what each cannot see. */
export function InstallFraud({ of: fraud }: { of: Fraud }) {
  if (fraud === null) return <p>Your plan does not look for fraud. The page “Usage” shows what it has.</p>;
  return (
    <>
      {fraud.flags.length === 0 && <p>No rule has flagged it.</p>}
      <ul>
        {fraud.flags.map(({ id, rule, score, signals, flagged_at }) => (
          <li key={id}>
            <State word={rule.replaceAll('_', ' ')} tone="bad" /> sure to {score} of 100,{' '}
            <Time at={flagged_at} />: {signalsText(signals)}
          </li>
        ))}
      </ul>
      <details>
        <summary>What each rule looks for, and what it cannot see</summary>
        <dl>
          {fraud.rules.map(({ rule, enabled, means, cannot_see }) => (
            <div key={rule}>
              <dt>
                <b>{rule.replaceAll('_', ' ')}</b> {!enabled && <State word="off" tone="quiet" />}
              </dt>
              <dd>
                {means} It cannot see: {cannot_see}
              </dd>
            </div>
          ))}
        </dl>
      </details>
    </>
  );
}
