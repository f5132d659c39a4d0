import type { ClickAction } from '../action.ts';
import { browserAddress, type Connection, connect } from '../connection.ts';
import { NO_GAID, type Person } from '../person.ts';
import type { LinkPlan } from '../plan-world.ts';
import { browserOf, previewFetcher } from '../user-agent.ts';
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
  const click: ClickAction = {
    kind: 'click',
    at,
    key: `${context.name}/${name}`,
    link: link.index,
    address: browserAddress(random, person, connection),
    userAgent: browserOf(random, person, link.kind),
    language: person.language,
    query: adQuery(context, person, link),
    person: person.key,
  };
  const extra: ClickAction[] = [];
  if (random.chance(world.clicks.doubleTap)) {
    extra.push({ ...click, at: at + random.integer(200, 1500), key: `${click.key}-again` });
  }
  if (link.kind === 'message' && random.chance(world.clicks.preview)) {
    extra.push({ ...click, key: `${click.key}-preview`, userAgent: previewFetcher(random), person: null });
  }
  return { click, connection, extra };
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
