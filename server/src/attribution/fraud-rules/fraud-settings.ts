import { readAppSettings } from '../../apps/app-settings.ts';
import {
  FRAUD_THRESHOLDS,
  type FraudRuleName,
  type Threshold,
  type ThresholdsOf,
} from '../../apps/fraud-thresholds.ts';

/** What an app's settings say of its fraud rules, and of its integrity tokens. */
export interface FraudSettings {
  /** Thresholds that override a rule's own; a rule with `enabled: false` is left out. */
  readonly rules: Readonly<
    Partial<Record<FraudRuleName, { readonly enabled?: boolean; readonly [threshold: string]: unknown }>>
  >;
  readonly integrity: {
    /** The app sends tokens: a device without any is worth a question. */
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

/** A rule's thresholds for an app; null where the app has switched it off. */
export function thresholdsOf<Name extends FraudRuleName>(
  { name }: { readonly name: Name },
  { rules }: FraudSettings,
): ThresholdsOf<Name> | null {
  const { enabled = true, ...own } = rules[name] ?? {};
  return enabled ? { ...defaultThresholds(name), ...own } : null;
}

/** A rule's thresholds where an app sets none of its own. */
export function defaultThresholds<Name extends FraudRuleName>(name: Name): ThresholdsOf<Name> {
  const defaults = Object.entries<Threshold>(FRAUD_THRESHOLDS[name]).map(([each, range]) => [
    each,
    range.default,
  ]);
  return Object.fromEntries(defaults);
}
