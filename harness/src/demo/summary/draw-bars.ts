const WIDTH = 28;

export interface BarRow {
  readonly label: string;
  /** Decides the bar's length; negative counts as 0. */
  readonly value: number;
  /** Cells before the bar, aligned right; the same number in each row. */
  readonly cells: readonly string[];
}

/** A table with a bar for each row, relative to the largest; empty lines only for no rows. */
export function drawBars(rows: readonly BarRow[], headings: readonly string[] = []): string[] {
  if (rows.length === 0) return ['  none'];
  const [first = '', ...others] = headings;
  const heading = headings.length === 0 ? [] : [{ label: first, value: 0, cells: others }];
  const all = [...heading, ...rows];
  const labelWidth = Math.max(...all.map(({ label }) => label.length));
  const widths = (rows[0]?.cells ?? []).map((_, column) =>
    Math.max(...all.map(({ cells }) => cells[column]?.length ?? 0)),
  );
  const largest = Math.max(...rows.map(({ value }) => value));
  return all.map(({ label, value, cells }) => {
    const numbers = widths.map((width, column) => (cells[column] ?? '').padStart(width));
    const line = [label.padEnd(labelWidth), ...numbers, bar(value, largest)].join('  ');
    return `  ${line}`.trimEnd();
  });
}

/** At least a sliver for whatever is more than 0. */
function bar(value: number, largest: number): string {
  if (!(value > 0) || !(largest > 0)) return '';
  const eighths = Math.max(1, Math.round((value / largest) * WIDTH * 8));
  const rest = eighths % 8;
  return '█'.repeat(Math.floor(eighths / 8)) + (rest === 0 ? '' : '▏▎▍▌▋▊▉'.charAt(rest - 1));
}
