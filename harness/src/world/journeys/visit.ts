import { randomFor } from '@tributary/server/testing/random';
import type { ClickAction } from '../action.ts';
import { browserAddress, type Connection, connect } from '../connection.ts';
import { NO_GAID, type Person } from '../person.ts';
import type { LinkPlan } from '../plan-world.ts';
import { browserOf, hintsOf, previewFetcher } from '../user-agent.ts';
import type { JourneyContext } from './journey.ts';

export interface Visit {
  readonly click: ClickAction;
  readonly connection: Connection;
  /** Preview fetches and double taps that accompany it. */
  readonly extra: readonly ClickAction[];
}

/** A person follows a link; a message preview may be fetched before, a second tap may follow. */
export function visit(
  context: JourneyContext,
  person: Person,
  link: LinkPlan,
  at: number,
  name: string,
  connection: Connection = connect(context.random, person),
): Visit {
  const { random, world } = context;
  const address = browserAddress(random, person, connection);
  const userAgent = browserOf(random, person, link.kind);
  const click: ClickAction = {
    kind: 'click',
    at,
    key: `${context.name}/${name}`,
    link: link.index,
    address,
    userAgent,
    hints: hintsOf(randomFor(context.seed, 'hints', person.key), person, userAgent),
    language: browserLanguage(context, person),
    query: adQuery(context, person, link),
    person: person.key,
  };
  const extra: ClickAction[] = [];
  if (random.chance(world.clicks.doubleTap)) {
    extra.push({ ...click, at: at + random.integer(200, 1500), key: `${click.key}-again` });
  }
  if (link.kind === 'message' && random.chance(world.clicks.preview)) {
    extra.push({
      ...click,
      key: `${click.key}-preview`,
      userAgent: previewFetcher(random),
      hints: null,
      person: null,
    });
  }
  return { click, connection, extra };
}

/** What the browser asks for: most often the phone's own language, for some another, in all that they do. */
function browserLanguage({ seed, world }: JourneyContext, { key, language, region }: Person): string {
  const random = randomFor(seed, 'browser language', key);
  if (!random.chance(world.browsers.ownLanguage)) return language;
  return random.pick(region.languages.filter(({ tag }) => tag !== language)).tag;
}

/** What an ad network fills into its links; zeros for a person who opted out. */
function adQuery(
  { random, world }: JourneyContext,
  { device }: Person,
  link: LinkPlan,
): Record<string, string> {
  const isAd = link.kind === 'ad' || link.kind === 'display' || link.kind === 'publisher';
  if (!isAd) return {};
  const known = random.chance(world.clicks.adIdKnown);
  return { gaid: known ? device.gaid : NO_GAID, sub: `p${random.integer(1, 40)}` };
}
