import { isDeepStrictEqual } from 'node:util';
import type { Backend } from '../backend/backend.ts';
import { createOwner } from '../backend/owner.ts';
import { bundlePhoneApp } from './bundle-phone-app.ts';
import { INSTALLS, TROUBLE } from './installs.ts';
import { createOpeningsStand } from './openings-stand.ts';
import { ORDER } from './order.ts';
import type { OpeningScenario, Seen } from './scenario.ts';
import { STARTS } from './starts.ts';

/** Every way in which an app is opened, as docs/sdk/react-native.md lists them. */
export const OPENINGS: readonly OpeningScenario[] = [...STARTS, ...INSTALLS, ...ORDER, ...TROUBLE];

/** What came of a scenario. */
export interface OpeningVerdict extends Seen {
  readonly name: string;
  readonly isMet: boolean;
}

/** Plays scenarios against a service, each with an app and a phone of its own. */
export async function* playOpenings(
  backend: Backend,
  scenarios: readonly OpeningScenario[] = OPENINGS,
): AsyncGenerator<OpeningVerdict> {
  const startCode = await bundlePhoneApp();
  const owner = await createOwner(backend);
  for (const { name, play } of scenarios) {
    const stand = await createOpeningsStand({ backend, startCode, owner });
    try {
      const { told, expected } = await play(stand);
      yield { name, told, expected, isMet: isDeepStrictEqual(told, expected) };
    } finally {
      stand.phone.close();
    }
  }
}
