import { findBrokenPromises, storedEvents, type Verdict } from '../check-expectations.ts';
import type { ScenarioRun } from '../run-scenario.ts';
import { deviceTimeline } from './device-timeline.ts';
import { escapeMarkup } from './escape-markup.ts';

/** More would make a page that browsers are slow to show. */
const MAX_DEVICES = 40;

const STYLE = `
  body { font: 15px/1.5 system-ui, sans-serif; margin: 2rem auto; max-width: 70rem; padding: 0 1rem; color: #1a1a1a }
  table { border-collapse: collapse } td, th { padding: .2rem .8rem .2rem 0; text-align: left }
  .met { color: #0a7a2f } .missed { color: #b00020; font-weight: 600 }
  svg { width: 100%; background: #f6f6f6; border-radius: 4px } svg text { font-size: 12px; text-anchor: end; fill: #444 }
  .trouble { fill: #e8b04a; opacity: .35 } .tracked { fill: #555 } .stored { fill: #2b6cb0 } .sent { fill: #6b46c1 }
  .retried { fill: #c05621 } .answered { fill: #0a7a2f }
`;

/** The result of a run as one page without scripts: a verdict per expectation and a timeline per device. */
export function htmlReport(run: ScenarioRun, verdicts: readonly Verdict[]): string {
  const { scenario, seed, target, devices, endedAt } = run;
  const tracked = devices.reduce((sum, { device }) => sum + device.ledger.events.length, 0);
  const broken = findBrokenPromises(run);
  const failed = new Set(broken.map(({ device }) => device));
  const numbered = devices.map((each, at) => ({ each, number: at + 1, lost: countLost(run, each) }));
  // Those that lost something first, then those with another problem.
  const shown = numbered
    .sort((a, b) => b.lost - a.lost || Number(failed.has(b.number)) - Number(failed.has(a.number)))
    .slice(0, MAX_DEVICES);
  const rows = verdicts.map(
    ({ name, isMet, says }) =>
      `<tr><td class="${isMet ? 'met' : 'missed'}">${isMet ? 'met' : 'missed'}</td><td>${name}</td><td>${escapeMarkup(says)}</td></tr>`,
  );
  const timelines = shown.map(({ each, number, lost }) => {
    const problems = broken
      .filter(({ device }) => device === number)
      .map(({ what, count }) => `${count} events ${what}`);
    const heading = `Device ${number}: ${each.profile}${lost > 0 ? `, lost ${lost} event${lost > 1 ? 's' : ''}` : ''}`;
    return `<h3>${heading}</h3>${problems.map((text) => `<p class="missed">${escapeMarkup(text)}</p>`).join('')}${deviceTimeline(each, endedAt)}`;
  });
  const name = escapeMarkup(scenario.name);
  return `<!doctype html>
<html lang="en"><meta charset="utf-8"><title>${name}</title><style>${STYLE}</style>
<h1>${name}</h1>
<p>${escapeMarkup(scenario.about ?? '')}</p>
<p>${devices.length} devices, seed ${seed}, ${escapeMarkup(target)}: ${tracked} events tracked, ${storedEvents(run).length} stored.</p>
<table><tr><th>Verdict</th><th>Expectation</th><th>What happened</th></tr>${rows.join('')}</table>
<h2>Devices</h2>
<p>${shown.length} of ${devices.length}. From left to right: ${(endedAt / 3_600_000).toFixed(1)} hours. Yellow: trouble. Point at a mark to read it.</p>
${timelines.join('\n')}
</html>
`;
}

/** Events that the device has tracked and that are not stored, for whatever reason. */
function countLost(run: ScenarioRun, { device }: ScenarioRun['devices'][number]): number {
  const stored = new Set(storedEvents(run).map(({ eventId }) => eventId));
  return device.ledger.events.filter(({ eventId = '' }) => !stored.has(eventId)).length;
}
