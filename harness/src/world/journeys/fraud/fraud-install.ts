import type { FraudRuleName } from '@tributary/server/fraud-rules/fraud-rules';
import { regionOf } from '../../abroad.ts';
import type { Action, ClickAction, IntegrityVerdict } from '../../action.ts';
import type { Connection } from '../../connection.ts';
import type { Person } from '../../person.ts';
import { linksOf } from '../../plan-world.ts';
import { deliverInstall, type InstallParts } from '../deliver-install.ts';
import { drawInstallTimes } from '../honest-times.ts';
import type { JourneyContext } from '../journey.ts';
import { visit } from '../visit.ts';

export interface Scheme {
  readonly name: string;
  readonly shows: readonly FraudRuleName[];
  readonly integrity: IntegrityVerdict;
  readonly forged?: InstallParts['forged'];
  readonly client?: InstallParts['client'];
}

const HOUR = 3_600_000;

/** A machine or a paid worker follows a publisher's link and installs, so that the publisher is paid. */
export function installForPay(
  context: JourneyContext,
  person: Person,
  connection: Connection,
  startAt: number,
  scheme: Scheme,
): Action[] {
  const { random } = context;
  const link = random.pick(linksOf(context.app, 'publisher'));
  const { click } = visit(context, person, link, startAt, `${person.key}@${startAt}`, connection);
  const { beginAfter, openAfter } = drawInstallTimes(context);
  return [click, claimInstall(context, person, connection, click, { beginAfter, openAfter }, scheme)];
}

/** The install that names that click in its referrer. */
export function claimInstall(
  context: JourneyContext,
  person: Person,
  connection: Connection,
  click: ClickAction,
  { beginAfter, openAfter }: { readonly beginAfter: number; readonly openAfter: number },
  { name, shows, integrity, forged, client }: Scheme,
): Action {
  return deliverInstall(context, {
    person,
    openedAt: click.at + openAfter,
    connection,
    store: { referrer: null, clickedAt: click.at, beganAt: click.at + beginAfter },
    claim: { by: 'referrer', click: click.key },
    integrity,
    truth: {
      source: click.key,
      ownClicks: [click.key],
      claimed: click.key,
      evidence: 'referrer',
      again: false,
      fraud: name,
      shows: isAbroadSoon(click, connection, openAfter)
        ? [...new Set([...shows, 'geo_or_clock_mismatch' as const])]
        : shows,
    },
    ...(forged && { forged }),
    ...(client && { client }),
  });
}

/** Whether the phone is in another country than the click came from within the hour: nobody travels that fast. */
function isAbroadSoon(click: ClickAction, { address }: Connection, after: number): boolean {
  return after < HOUR && regionOf(click.address) !== regionOf(address);
}

/** Honest tokens for schemes that use a real phone. */
export const realPhone = ({ app }: JourneyContext): IntegrityVerdict => (app.sendsTokens ? 'passed' : 'none');
