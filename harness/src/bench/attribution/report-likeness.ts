import type { WorldParameters } from '../../world/world-parameters.ts';
import { decideProbabilistically, type ProbabilisticOutcome } from './decide-probabilistically.ts';
import type { Conditions } from './find-traceless.ts';

const percent = (part: number, of: number) => (of === 0 ? 'none' : `${((100 * part) / of).toFixed(1)} %`);
const count = (outcomes: readonly ProbabilisticOutcome[], is: (outcome: ProbabilisticOutcome) => boolean) =>
  outcomes.filter(is).length;
const isFound = ({ decision }: ProbabilisticOutcome) => decision.model === 'probabilistic';
const isRight = (outcome: ProbabilisticOutcome) => outcome.isRight;

/** What likeness finds in each of some worlds, and how sure it is of it, as Markdown. */
export function reportLikeness(
  worlds: Readonly<Record<string, WorldParameters>>,
  seeds: readonly number[],
  installs: number,
  conditions?: Conditions,
): string {
  const lines = Object.entries(worlds).map(([name, world]) => {
    const outcomes = seeds.flatMap((seed) => [...decideProbabilistically(seed, installs, world, conditions)]);
    return `| ${[name, ...figuresOf(outcomes), bandsOf(outcomes)].join(' | ')} |`;
  });
  const head = [
    'world',
    'found',
    'right',
    'organic taken for paid',
    'said and observed, by bands of 200 and more',
  ];
  return [`| ${head.join(' | ')} |`, `|${head.map(() => '---|').join('')}`, ...lines].join('\n');
}

function figuresOf(outcomes: readonly ProbabilisticOutcome[]): string[] {
  const found = outcomes.filter(isFound);
  const traceless = outcomes.filter(({ truth }) => truth.source !== null);
  const organic = outcomes.filter(({ truth }) => truth.source === null);
  return [
    percent(count(found, isRight), traceless.length),
    percent(count(found, isRight), found.length),
    percent(count(organic, isFound), organic.length),
  ];
}

/** `92/91`: the mean that was said, and how many of a hundred were right. */
function bandsOf(outcomes: readonly ProbabilisticOutcome[]): string {
  const bands = Map.groupBy(outcomes, ({ decision }) => Math.floor(decision.confidence / 5));
  return [...bands]
    .sort(([a], [b]) => a - b)
    .filter(([, band]) => band.length >= 200)
    .map(([, band]) => {
      const said = band.reduce((sum, { decision }) => sum + decision.confidence, 0) / band.length;
      return `${said.toFixed(0)}/${((100 * count(band, isRight)) / band.length).toFixed(0)}`;
    })
    .join(', ');
}
