import { useScope } from '../../account/use-scope.ts';
import { previousPeriod } from '../../address/period.ts';
import { usePeriod } from '../../address/use-period.ts';
import { useRead } from '../../client/use-read.ts';
import { Figure } from '../../parts/figure.tsx';
import { Loaded } from '../../parts/loaded.tsx';
import { Count, Percent } from '../../values/values.tsx';

/** Installs, and how sure their attributions are. */
export function InstallFigures() {
  const summary = useRead('analytics.summary', useScope());
  const before = useRead('analytics.summary', useScope(previousPeriod(usePeriod())));
  const installs = useRead('analytics.installs', useScope());
  const days = installs.data?.days ?? [];
  return (
    <Loaded of={summary}>
      {(now) => (
        <div className="figures">
          <Figure
            title="Installs"
            value={<Count value={now.total_installs} />}
            now={now.total_installs}
            before={before.data?.total_installs ?? null}
            course={days.map(({ total }) => total)}
          />
          <Figure
            title="High confidence"
            value={<Percent value={now.high_confidence_rate_pct} />}
            now={now.high_confidence_rate_pct}
            before={before.data?.high_confidence_rate_pct ?? null}
          />
          <Figure
            title="Average confidence"
            value={<Count value={now.avg_confidence_score} />}
            now={now.avg_confidence_score}
            before={before.data?.avg_confidence_score ?? null}
            course={days.map(({ avg_confidence }) => avg_confidence)}
          />
        </div>
      )}
    </Loaded>
  );
}
