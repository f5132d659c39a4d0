import { readAppSettings } from '../../apps/app-settings.ts';
import type { RulesSettings } from '../../fraud-rules/judge-fraud.ts';

/** What an app sets for its fraud rules, and for its integrity tokens. */
export interface FraudSettings {
  readonly rules: RulesSettings;
  readonly integrity: {
    /** The app sends tokens: a device without any is suspicious. */
    readonly expected: boolean;
    /** SubjectPublicKeyInfo in base64 of the key that verifies tokens; null where they are only counted. */
    readonly verificationKey: string | null;
  };
}

export const DEFAULT_FRAUD_SETTINGS: FraudSettings = {
  rules: {},
  integrity: { expected: false, verificationKey: null },
};

/**
 * Reads `fraud` (`{"click_injection": {"enabled": true, "min_click_to_install_s": 8}}`) and `integrity`
 * (`{"expected": true, "verification_key": "…"}`) of an app's settings.
 */
export function fraudSettings(stored: unknown): FraudSettings {
  const { fraud = {}, integrity = {} } = readAppSettings(stored);
  return {
    rules: fraud,
    integrity: {
      expected: integrity.expected === true,
      verificationKey: integrity.verification_key ?? null,
    },
  };
}
