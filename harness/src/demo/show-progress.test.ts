import { describe, expect, test } from 'vitest';
import { startTally } from './play/tally.ts';
import { showProgress } from './show-progress.ts';

const { tally } = startTally();

function collect(isTTY: boolean) {
  const written: string[] = [];
  return { written, isTTY, write: (text: string) => written.push(text) };
}

describe('the progress of the demo', () => {
  test('is one line on a terminal, which is drawn over', () => {
    const output = collect(true);
    const progress = showProgress(output, 30);
    progress.update(0.5, tally);
    progress.update(1, tally);
    progress.end();
    progress.end();
    expect(output.written).toHaveLength(3);
    const figures = 'installs 0, events 0, payments 0';
    expect(output.written[0]).toBe(`\r\x1b[K${'█'.repeat(12)}${'░'.repeat(12)} day 16 of 30: ${figures}`);
    expect(output.written[1]).toBe(`\r\x1b[K${'█'.repeat(24)} day 30 of 30: ${figures}`);
    expect(output.written[2]).toBe('\n');
  });

  test('is a few plain lines elsewhere', () => {
    const output = collect(false);
    const progress = showProgress(output, 30);
    for (let step = 1; step <= 1000; step++) progress.update(step / 1000, tally);
    progress.end();
    expect(output.written).toHaveLength(5);
    for (const line of output.written) expect(line).toMatch(/^day \d+ of 30: [\w ,]+\n$/);
  });
});
