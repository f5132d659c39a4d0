import type { FraudRuleName } from '@tributary/server/fraud-rules/fraud-rules';
import type { EventAction } from '../../action.ts';
import { connect } from '../../connection.ts';
import { makePerson } from '../../person.ts';
import { linksOf } from '../../plan-world.ts';
import { deliverInstall } from '../deliver-install.ts';
import { drawInstallTimes } from '../honest-times.ts';
import type { Journey } from '../journey.ts';
import { organicRecord } from '../organic.ts';
import { visit } from '../visit.ts';
import { realPhone } from './fraud-install.ts';

/**
 * An app on the phone learns that another one was installed, makes a click, and broadcasts a referrer that names it: most
 * often before the first open, otherwise just after it, before the app has sent its install.
 */
export const installHijacking: Journey = (context) => {
  const { random, startAt, world } = context;
  const person = makePerson(context, context.name, context.name);
  const { beginAfter, openAfter } = drawInstallTimes(context);
  const [beganAt, openedAt] = [startAt + beginAfter, startAt + openAfter];
  const connection = connect(random, person);
  const store = organicRecord(context, beganAt);
  const link = random.pick(linksOf(context.app, 'publisher'));
  const key = `${context.name}/broadcast`;
  const install = deliverInstall(context, {
    person,
    openedAt,
    connection,
    store: { ...store, referrer: null },
    claim: { by: 'referrer', click: key },
    integrity: realPhone(context),
    truth: {
      source: null,
      ownClicks: [],
      claimed: key,
      evidence: 'referrer',
      again: false,
      fraud: 'install_hijacking',
      shows: ['install_hijacking'],
    },
  });
  const isAfterOpen = install.at - openedAt > 8000 && random.chance(world.fraud.hijackedAfterOpen);
  const at = isAfterOpen
    ? openedAt + random.integer(3000, 7000)
    : Math.max(beganAt + 3500, openedAt - random.integer(1000, 8000));
  const { click } = visit(context, person, link, at, 'broadcast', connection);
  return [click, isAfterOpen || store.beganAt === null ? install : showsInjection(install)];
};

/** Begun before the click that is said to have led to it. */
function showsInjection(install: EventAction): EventAction {
  const { truth } = install;
  const shows: FraudRuleName[] = ['install_hijacking', 'click_injection', 'install_time_anomaly'];
  return truth === null ? install : { ...install, truth: { ...truth, shows } };
}
