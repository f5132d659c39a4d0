import { connect } from '../../connection.ts';
import { makePerson } from '../../person.ts';
import { linksOf } from '../../plan-world.ts';
import { drawSpan } from '../../wait.ts';
import { drawInstallTimes } from '../honest-times.ts';
import type { Journey } from '../journey.ts';
import { visit } from '../visit.ts';
import { claimInstall, realPhone } from './fraud-install.ts';

const DAY = 86_400_000;

/** A publisher makes one click and has its referrer named by the installs of many phones all over the place. */
export const reusedClick: Journey = (context) => {
  const { random, name, startAt, world } = context;
  const seller = makePerson(context, name, name);
  const link = random.pick(linksOf(context.app, 'publisher'));
  const { click } = visit(context, seller, link, startAt, 'sold');
  const phones = drawSpan(random, world.fraud.reusedBy);
  return [
    click,
    ...Array.from({ length: phones }, (_, n) => {
      const person = makePerson(context, `${name}-${n}`, `${name}-${n}`);
      const at = startAt + random.integer(0, 3 * DAY);
      const { beginAfter, openAfter } = drawInstallTimes(context);
      const times = {
        beginAfter: at - startAt + beginAfter,
        openAfter: at - startAt + Math.min(openAfter, DAY),
      };
      return claimInstall(context, person, connect(random, person), click, times, {
        name: 'click_reused',
        shows: ['click_reused'],
        integrity: realPhone(context),
      });
    }),
  ];
};
