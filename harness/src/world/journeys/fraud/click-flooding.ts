import type { Action, ClickAction } from '../../action.ts';
import { type Connection, connect } from '../../connection.ts';
import { identifiable, makePerson, type Person } from '../../person.ts';
import { type LinkPlan, linksOf } from '../../plan-world.ts';
import { drawSpan } from '../../wait.ts';
import { deliverInstall } from '../deliver-install.ts';
import { drawInstallTimes } from '../honest-times.ts';
import type { Journey, JourneyContext } from '../journey.ts';
import { organicRecord } from '../organic.ts';
import { visit } from '../visit.ts';
import { realPhone } from './fraud-install.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/**
 * A network of apps repeatedly sends clicks for everyone it knows; when one of them installs without a click, a click
 * with their advertising id is already there.
 */
export const clickFlooding: Journey = (context) => {
  const { random, startAt, world } = context;
  const victim = identifiable(makePerson(context, context.name, context.name), random);
  const count = drawSpan(random, world.fraud.floodClicksForVictim);
  const every = random.integer(8, 20) * HOUR;
  const rounds = Array.from({ length: count }, (_, round) => startAt + round * every);
  const link = () => random.pick(linksOf(context.app, 'flooder'));
  const onVictim = rounds.map((at, round) => floodClick(context, victim, link(), at, `victim-${round}`));
  const begins = (rounds.at(-1) ?? startAt) + random.integer(HOUR / 2, 30 * HOUR);
  return [...onVictim, ...floodOnOthers(context), stolenInstall(context, victim, begins, onVictim)];
};

/** A click that a machine makes with a person's advertising id. */
export function floodClick(
  context: JourneyContext,
  person: Person,
  link: LinkPlan,
  at: number,
  name: string,
  connection?: Connection,
): ClickAction {
  const { click } = visit(context, person, link, at, name, connection);
  return {
    ...click,
    hints: null,
    query: { gaid: person.device.gaid, sub: `p${context.random.integer(1, 4)}` },
    person: null,
  };
}

function floodOnOthers(context: JourneyContext): Action[] {
  const { random, name, world } = context;
  const { floodClicksPerInstall, floodClicksPerBurst } = world.fraud;
  const clicks: Action[] = [];
  while (clicks.length < floodClicksPerInstall) {
    const at = context.startAt + random.integer(0, 24 * HOUR);
    const { address } = connect(random, makePerson(context, `${name}-server-${clicks.length}`, name));
    const size = drawSpan(random, floodClicksPerBurst);
    for (let i = 0; i < size; i++) {
      const key = `${name}-other-${clicks.length}`;
      const other = identifiable(makePerson(context, key, key), random);
      const link = random.pick(linksOf(context.app, 'flooder'));
      clicks.push({ ...floodClick(context, other, link, at + random.integer(0, MINUTE), key), address });
    }
  }
  return clicks;
}

/** The install of someone who came without a click, and for whom clicks have been made. */
export function stolenInstall(
  context: JourneyContext,
  person: Person,
  startAt: number,
  clicks: readonly ClickAction[],
): Action {
  const { random } = context;
  const { beginAfter, openAfter } = drawInstallTimes(context);
  const openedAt = startAt + Math.min(openAfter, 24 * HOUR);
  return deliverInstall(context, {
    person,
    openedAt,
    connection: connect(random, person),
    store: organicRecord(context, startAt + Math.min(beginAfter, 12 * HOUR)),
    claim: null,
    integrity: realPhone(context),
    truth: {
      source: null,
      ownClicks: [],
      claimed: clicks.at(-1)?.key ?? null,
      evidence: 'device_id',
      again: false,
      fraud: 'click_flooding',
      shows: ['click_flooding'],
    },
  });
}
