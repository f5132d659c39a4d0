import { connect } from '../../connection.ts';
import { identifiable, makePerson } from '../../person.ts';
import { linksOf } from '../../plan-world.ts';
import { drawWait } from '../../wait.ts';
import { deliverInstall } from '../deliver-install.ts';
import type { Journey } from '../journey.ts';
import { organicRecord } from '../organic.ts';
import { visit } from '../visit.ts';
import { realPhone } from './fraud-install.ts';

/** An app on the phone notices that another one has been installed and sends a click for it before its first open. */
export const clickInjection: Journey = (context) => {
  const { random, startAt, world } = context;
  const person = identifiable(makePerson(context, context.name, context.name), random);
  const connection = connect(random, person);
  const injectedAt = startAt + drawWait(random, world.timing.download);
  const link = random.pick(linksOf(context.app, 'publisher'));
  const drawn = visit(context, person, link, injectedAt, 'injected', connection).click;
  const click = { ...drawn, query: { ...drawn.query, gaid: person.device.gaid } };
  const store = organicRecord(context, startAt);
  const install = deliverInstall(context, {
    person,
    openedAt: injectedAt + drawWait(random, world.fraud.injectionToOpen),
    connection,
    store,
    claim: null,
    integrity: realPhone(context),
    truth: {
      source: null,
      ownClicks: [],
      claimed: click.key,
      evidence: 'device_id',
      again: false,
      fraud: 'click_injection',
      shows: store.beganAt === null ? ['click_injection'] : ['click_injection', 'install_time_anomaly'],
    },
  });
  return [click, install];
};
