import { type Band, measureConfidence } from './measure-confidence.ts';
import { measureModels, type Share } from './measure-models.ts';
import { measureRules } from './measure-rules.ts';
import type { Outcome } from './read-outcomes.ts';

/** The report on decisions and flags as Markdown; the same outcomes give the same text. */
export function writeReport(outcomes: readonly Outcome[]): string {
  const { precision, claims, probabilisticRecall, organicAttributed } = measureModels(outcomes);
  const matches = outcomes.filter(({ model, truth }) => model === 'probabilistic' && truth.fraud === null);
  return [
    '### Installs that name their click',
    table(['evidence', 'attributed to that click'], rowsOf(claims)),
    '### Models, on honest installs',
    table(['model', 'right'], rowsOf(precision)),
    table(
      ['', 'share'],
      [
        ['installs whose click left no trace: matched probabilistically', show(probabilisticRecall)],
        ['organic attributed to a campaign', show(organicAttributed)],
      ],
    ),
    '### Probabilistic matches: stated and observed confidence',
    bandTable(measureConfidence(matches, ({ confidence }) => confidence)),
    '### Confidence as stored, all models, honest installs',
    bandTable(
      measureConfidence(
        outcomes.filter(({ truth }) => truth.fraud === null),
        ({ confidence }) => confidence,
      ),
    ),
    '### Fraud rules',
    table(
      ['rule', 'precision', 'recall'],
      Object.entries(measureRules(outcomes)).map(([rule, figures]) => [
        rule,
        show(figures.precision),
        show(figures.recall),
      ]),
    ),
  ].join('\n\n');
}

const rowsOf = (shares: Readonly<Record<string, Share>>) =>
  Object.entries(shares).map(([name, share]) => [name, show(share)]);

const percent = (value: number) => `${(100 * value).toFixed(2)} %`;

const show = ({ right, of }: Share) => (of === 0 ? 'none' : `${percent(right / of)} (${right} of ${of})`);

function bandTable(bands: readonly Band[]): string {
  return table(
    ['confidence', 'mean', 'observed'],
    bands.map(({ from, to, said, observed }) => [`${from} to ${to}`, said.toFixed(1), show(observed)]),
  );
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}
