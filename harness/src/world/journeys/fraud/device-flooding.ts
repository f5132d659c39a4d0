import { connect, connectLater } from '../../connection.ts';
import { identifiable, makePerson } from '../../person.ts';
import { linksOf } from '../../plan-world.ts';
import { drawSpan } from '../../wait.ts';
import type { Journey } from '../journey.ts';
import { floodClick, stolenInstall } from './click-flooding.ts';

/**
 * An app on someone's phone follows publishers' links in the background, over and over, so that whenever its owner installs
 * one of the advertised apps a click of minutes ago is there.
 */
export const deviceFlooding: Journey = (context) => {
  const { random, startAt, world } = context;
  const victim = identifiable(makePerson(context, context.name, context.name), random);
  const every = drawSpan(random, world.fraud.deviceFloodEvery);
  let at = startAt;
  let connection = connect(random, victim);
  const clicks = Array.from({ length: drawSpan(random, world.fraud.deviceFloodClicks) }, (_, n) => {
    at += Math.round(every * (0.7 + 0.6 * random.next()));
    connection = connectLater(random, victim, connection, every);
    const link = random.pick(linksOf(context.app, 'publisher'));
    return floodClick(context, victim, link, at, `own-${n}`, connection);
  });
  const begins = at + random.integer(60_000, every);
  return [...clicks, stolenInstall(context, victim, begins, clicks)];
};
