import type { FraudRuleName, Thresholds } from './fraud-rule.ts';

/** What an app's settings say of its fraud rules, and of its integrity tokens. */
export interface FraudSettings {
  /** Thresholds that override a rule's own; a rule set to `enabled: false` is left out. */
  readonly rules: Readonly<
    Partial<Record<FraudRuleName, { readonly enabled: boolean; readonly thresholds: Thresholds }>>
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
 * (`{"expected": true, "verification_key": "…"}`) of an app's settings. What makes no sense is ignored.
 */
export function fraudSettings(appSettings: Readonly<Record<string, unknown>>): FraudSettings {
  const rules: Record<string, { enabled: boolean; thresholds: Thresholds }> = {};
  for (const [name, value] of Object.entries(objectIn(appSettings.fraud))) {
    const given = objectIn(value);
    const numbers = Object.entries(given).filter(
      (entry): entry is [string, number] => Number.isFinite(entry[1]) && Number(entry[1]) >= 0,
    );
    rules[name] = { enabled: given.enabled !== false, thresholds: Object.fromEntries(numbers) };
  }
  const { expected, verification_key: key } = objectIn(appSettings.integrity);
  return {
    rules,
    integrity: { expected: expected === true, verificationKey: typeof key === 'string' ? key : null },
  };
}

/** A rule's thresholds for an app; null where the app has switched it off. */
export function thresholdsOf<T extends Thresholds>(
  { name, defaults }: { readonly name: FraudRuleName; readonly defaults: T },
  settings: FraudSettings,
): T | null {
  const own = settings.rules[name];
  if (own === undefined) return defaults;
  const known = Object.entries(own.thresholds).filter(([threshold]) => Object.hasOwn(defaults, threshold));
  return own.enabled ? { ...defaults, ...Object.fromEntries(known) } : null;
}

function objectIn(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}
