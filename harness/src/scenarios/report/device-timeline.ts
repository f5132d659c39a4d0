import { clockTime, describeFault } from '../../soak/fault.ts';
import type { RunDevice } from '../run-scenario.ts';
import { escapeMarkup } from './escape-markup.ts';

const WIDTH = 1000;
const LANE = 18;
const LANES = ['tracked', 'stored', 'sent', 'retried', 'answered'] as const;
const HEIGHT = LANES.length * LANE;

/** An SVG of what happened on a device over time: a lane for each step of its events, and a band for each trouble. */
export function deviceTimeline({ device, faults }: RunDevice, endedAt: number): string {
  const x = (at: number) => ((at / Math.max(1, endedAt)) * WIDTH).toFixed(1);
  const bands = faults.map((fault) => {
    const until = 'until' in fault ? fault.until : fault.at;
    const width = Math.max(2, Number(x(until)) - Number(x(fault.at)));
    const title = escapeMarkup(describeFault(fault));
    return `<rect class="trouble" x="${x(fault.at)}" y="0" width="${width}" height="${HEIGHT}"><title>${title}</title></rect>`;
  });
  const marks = LANES.flatMap((lane, row) =>
    momentsOf(device, lane).map(({ at, about }) => {
      const title = escapeMarkup(`${clockTime(at)} ${lane}: ${about}`);
      return `<circle class="${lane}" cx="${x(at)}" cy="${row * LANE + LANE / 2}" r="3"><title>${title}</title></circle>`;
    }),
  );
  const names = LANES.map((lane, row) => `<text x="-8" y="${row * LANE + 13}">${lane}</text>`);
  return `<svg viewBox="-80 0 ${WIDTH + 90} ${HEIGHT}" role="img">${[...bands, ...names, ...marks].join('')}</svg>`;
}

function momentsOf(
  { ledger }: RunDevice['device'],
  lane: (typeof LANES)[number],
): { at: number; about: string }[] {
  return ledger.events.flatMap((event) => {
    const about = `${event.number} ${event.name}`;
    const once = (at: number | undefined) => (at === undefined ? [] : [{ at, about }]);
    const sends = event.sends.map(({ at, status }) => ({ at, about: `${about}, ${status ?? 'no answer'}` }));
    return {
      tracked: once(event.trackedAt),
      stored: once(event.storedAt),
      sent: sends.slice(0, 1),
      retried: sends.slice(1),
      answered: once(event.answeredAt),
    }[lane];
  });
}
