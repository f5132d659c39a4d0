import { setTimeout as delay } from 'node:timers/promises';
import type { MetricTotals } from './add-up-metrics.ts';
import type { ServerProcess } from './fork-server.ts';
import type { QuestionsToServer, Readiness } from './questions.ts';

/** How long processes have for an answer, in ms: a scrape or a probe waits no longer. */
const PATIENCE_MS = 1000;
/** As long as the check of the database may take, and a little more. */
const READINESS_MS = 2500;

type Asked = Iterable<ServerProcess>;

/** Whether all processes respond. */
export async function areAlive(processes: Asked): Promise<boolean> {
  const answers = await askEach(processes, 'alive', PATIENCE_MS, false);
  return answers.every(({ answer }) => answer);
}

/** The worst of what the processes say. */
export async function readinessOf(processes: Asked): Promise<Readiness> {
  const answers = await askEach(processes, 'readiness', READINESS_MS, 'away');
  const given = answers.map(({ answer }) => answer);
  return (['away', 'disk_full'] as const).find((state) => given.includes(state)) ?? 'ready';
}

/** Reads the metrics of the processes; of one that does not answer, what it last answered remains. */
export async function noteMetrics(processes: Asked, totals: MetricTotals): Promise<void> {
  for (const { process, answer } of await askEach(processes, 'metrics', PATIENCE_MS, null))
    if (answer !== null && process.isServing()) totals.note(process.number, answer);
}

/** Asks all at once. @param otherwise stands for an answer that does not come in time. */
function askEach<Name extends keyof QuestionsToServer & string, Otherwise>(
  processes: Asked,
  name: Name,
  patienceMs: number,
  otherwise: Otherwise,
) {
  return Promise.all(
    [...processes]
      .filter((process) => process.isServing())
      .map(async (process) => {
        const late = new AbortController();
        const answer = await Promise.race([
          process.ask(name, null).catch(() => otherwise),
          delay(patienceMs, otherwise, { signal: late.signal }).catch(() => otherwise),
        ]);
        late.abort();
        return { process, answer };
      }),
  );
}
