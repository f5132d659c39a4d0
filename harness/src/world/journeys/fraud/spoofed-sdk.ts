import { connect } from '../../connection.ts';
import { makePerson } from '../../person.ts';
import type { Journey } from '../journey.ts';
import { installForPay } from './fraud-install.ts';

/** Installs without a phone: events from a program that has the app's key but no integrity service. */
export const spoofedSdk: Journey = (context) => {
  const person = makePerson(context, context.name, context.name);
  return installForPay(context, person, connect(context.random, person), context.startAt, {
    name: 'spoofed_sdk',
    shows: ['integrity_missing'],
    integrity: 'missing',
  });
};

/** The same with tokens that are forged, or taken from a device without integrity. */
export const forgedToken: Journey = (context) => {
  const person = makePerson(context, context.name, context.name);
  return installForPay(context, person, connect(context.random, person), context.startAt, {
    name: 'forged_token',
    shows: ['integrity_failed'],
    integrity: context.random.chance(0.5) ? 'forged' : 'rejected',
  });
};
