import type { OutputOf } from '../../client/procedures.ts';
import { nameOfModel } from '../../values/models.ts';

/** What the same install would be attributed to by what is known today. Nothing is changed by it. */
export function Rethink({
  of: { decision, dry_run, what_would_change },
}: {
  of: OutputOf<'explain_attribution'>;
}) {
  if (dry_run === null) return <p>The event is gone, so that it cannot be decided again.</p>;
  const isSame = decision?.click_id === dry_run.click_id && decision.model === dry_run.model;
  return (
    <>
      <p>
        {isSame
          ? `The same: ${nameOfModel(dry_run.model)}, confidence ${dry_run.confidence_score}.`
          : `Something else: ${nameOfModel(dry_run.model)}, confidence ${dry_run.confidence_score}. ${dry_run.reason}`}
      </p>
      {what_would_change.length > 0 && (
        <>
          <h3>What would have changed it</h3>
          <ul>
            {what_would_change.map(({ change, text }) => (
              <li key={change}>{text}</li>
            ))}
          </ul>
        </>
      )}
      <p className="hint">A decision stays as it was made; this only shows what came to be known since.</p>
    </>
  );
}
