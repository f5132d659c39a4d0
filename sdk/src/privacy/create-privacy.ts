import type { CreateFeature } from '../engine/additions.ts';
import { toJson } from '../parsing/to-json.ts';
import { singleFlight } from '../scheduling/single-flight.ts';
import { forget, PENDING } from './forget.ts';
import type { PrivacyMethods } from './privacy-methods.ts';

const ifBoolean = (name: string, value: unknown) => (name && typeof value !== 'boolean' ? undefined : value);

/** What users may demand: that their consent is obeyed, and that they are forgotten. */
export const createPrivacy: CreateFeature<PrivacyMethods> = ({ onceStarted }) => ({
  methods: {
    setConsent: (choices) =>
      onceStarted(async ({ identity: { stated }, opened, track, send }) => {
        const { eea, adUserData: ad_user_data, adPersonalization: ad_personalization } = choices;
        const statement = toJson({ eea, ad_user_data, ad_personalization }, ifBoolean);
        const before = stated.asOfNow();
        void stated.set(statement);
        await opened;
        if (before() === statement) return;
        await track('consent');
        await send();
      }, true),
    forgetMe: () =>
      onceStarted(async ({ pause, identity, flush }) => {
        pause();
        await identity.forgotten.set(PENDING);
        // What was captured before is dropped by then, or in the queue.
        await flush();
      }, true),
  },
  start: (on) => ({ answered: singleFlight(() => forget(on)) }),
});
