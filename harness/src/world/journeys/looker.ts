import { makePerson } from '../person.ts';
import { type LinkKind, linksOf } from '../plan-world.ts';
import { otherPlatform } from '../user-agent.ts';
import type { Journey } from './journey.ts';
import { visit } from './visit.ts';

/** Someone follows a link and does not install. */
export const looker =
  (...kinds: readonly LinkKind[]): Journey =>
  (context) => {
    const { random } = context;
    const person = makePerson(context, context.name, context.name);
    const link = random.pick(linksOf(context.app, ...kinds));
    const { click, extra } = visit(context, person, link, context.startAt, 'first');
    return random.chance(context.world.browsers.otherPlatform)
      ? [{ ...click, userAgent: otherPlatform(random), hints: null, query: {} }]
      : [click, ...extra];
  };
