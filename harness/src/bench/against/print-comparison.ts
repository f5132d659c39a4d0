import { formatNumber } from '../../command-line/print-figures.ts';
import { compareTurns, type Ratio, type TurnOfBoth } from './compare-turns.ts';

/** A bench and its turns. */
export interface Compared {
  readonly name: string;
  readonly unit: string;
  readonly turns: readonly TurnOfBoth[];
}

const VERDICTS = {
  better: 'better, beyond the spread',
  worse: 'WORSE, beyond the spread',
  same: '',
} as const;

/** The figures of a bench as rows of the table in docs/running/benchmarks.md, which has a column more for what to say of it. */
export function describeComparison({ name, unit, turns }: Compared): string[] {
  const { cpu, rate } = compareTurns(turns);
  const micros = (value: number) => `${value.toFixed(1)} µs`;
  const perSecond = (value: number) => `${formatNumber(value)}/s`;
  return [
    row(`${name}: CPU of ${unit.match(/^[aeiou]/) ? 'an' : 'a'} ${unit}`, cpu, micros, turns.length),
    row(`${name}: ${unit}s a second`, rate, perSecond, turns.length),
  ];
}

export const TABLE_HEAD = ['| | before | now | now to before | turns | |', '|---|---|---|---|---|---|'];

function row(what: string, ratio: Ratio, format: (value: number) => string, turns: number): string {
  const cells = [
    what,
    format(ratio.before),
    format(ratio.now),
    `${ratio.ratio.toFixed(2)} (${ratio.from.toFixed(2)} to ${ratio.to.toFixed(2)})`,
    turns,
    VERDICTS[ratio.verdict],
  ];
  return `| ${cells.join(' | ')} |`;
}

/** What the table comes to, and whether something is worse. */
export function summarise(compared: readonly Compared[]): { text: string; isWorse: boolean } {
  const verdicts = compared.flatMap(({ name, turns }) => {
    const { cpu, rate } = compareTurns(turns);
    return [
      { what: `the CPU time of ${name}`, ...cpu },
      { what: `the rate of ${name}`, ...rate },
    ];
  });
  const list = (wanted: string) =>
    verdicts
      .filter(({ verdict }) => verdict === wanted)
      .map(({ what, ratio }) => `${what} (${ratio.toFixed(2)})`);
  const [worse, better] = [list('worse'), list('better')];
  const text = [
    worse.length > 0
      ? `Worse beyond the spread: ${worse.join(', ')}.`
      : 'Nothing is worse beyond the spread.',
    ...(better.length > 0 ? [`Better beyond the spread: ${better.join(', ')}.`] : []),
  ].join('\n');
  return { text, isWorse: worse.length > 0 };
}
