import type { CreateFeature } from '../engine/additions.ts';
import type { PrivacyMethods } from './privacy-methods.ts';

const ifBoolean = (name: string, value: unknown) => (name && typeof value !== 'boolean' ? undefined : value);

/** What users may demand: that their consent is obeyed. */
export const createPrivacy: CreateFeature<PrivacyMethods> = ({ onceStarted }) => ({
  methods: {
    setConsent: (choices) =>
      onceStarted(async ({ identity: { stated }, opened, track, send }) => {
        const { eea, adUserData: ad_user_data, adPersonalization: ad_personalization } = choices;
        const statement = JSON.stringify({ eea, ad_user_data, ad_personalization }, ifBoolean);
        const before = stated.asOfNow();
        void stated.set(statement);
        await opened;
        if (before() === statement) return;
        await track('consent');
        await send();
      }, true),
  },
  start: () => ({}),
});
