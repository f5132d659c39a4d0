import type { FraudRuleName } from '@tributary/server/fraud-rules/fraud-rules';
import { randomFor } from '@tributary/server/testing/random';
import type { Action, ClientKind } from '../../action.ts';
import { connect } from '../../connection.ts';
import { makePerson } from '../../person.ts';
import { CURRENT_SDK } from '../client-history.ts';
import type { Journey, JourneyContext } from '../journey.ts';
import { installForPay, type Scheme } from './fraud-install.ts';

/** Installs without a phone: events from a program that has the app's key but no integrity service. */
export const spoofedSdk: Journey = (context) =>
  installByProgram(context, {
    name: 'spoofed_sdk',
    shows: context.app.sendsTokens ? ['integrity_missing'] : [],
    integrity: context.app.sendsTokens ? 'missing' : 'none',
  });

/** The same with tokens that are forged, or taken from a device without integrity. */
export const forgedToken: Journey = (context) =>
  installByProgram(context, {
    name: 'forged_token',
    shows: ['integrity_failed'],
    integrity: context.random.chance(0.5) ? 'forged' : 'rejected',
  });

function installByProgram(context: JourneyContext, scheme: Scheme): Action[] {
  const person = makePerson(context, context.name, context.name);
  const client = drawProgram(context);
  const differs = isUnlikeSdk(context, client);
  const shows: readonly FraudRuleName[] = differs ? [...scheme.shows, 'sdk_spoofing'] : scheme.shows;
  return installForPay(context, person, connect(context.random, person), context.startAt, {
    ...scheme,
    shows,
    client,
  });
}

/** How much of the SDK a program imitates; it calls itself by the name of the current one. */
function drawProgram({ seed, name, world }: JourneyContext): ClientKind {
  const random = randomFor(seed, 'program', name);
  return { ...CURRENT_SDK, ...random.weighted(world.fraud.programs).does };
}

/** Whether it does anything otherwise than the SDK does in that app. */
function isUnlikeSdk({ app }: JourneyContext, { resolvesKey, sends }: ClientKind): boolean {
  return !resolvesKey || sends !== (app.tracksSessions ? 'session' : null);
}
