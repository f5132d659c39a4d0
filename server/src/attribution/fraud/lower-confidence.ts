import type { FraudFlag } from '../../fraud-rules/fraud-rule.ts';
import type { ConfidenceParts } from '../facts/confidence.ts';

/**
 * Deducts half of each flag's score from the confidence, as a separate part, down to 0. What a ceiling had cut off is
 * not restored.
 */
export function lowerConfidence(
  parts: ConfidenceParts,
  flags: readonly FraudFlag[],
): { score: number; parts: ConfidenceParts } {
  const deductions = flags.map(({ rule, score }) => [`fraud_${rule}`, -Math.round(score / 2)] as const);
  const lowered = { ...parts, ...Object.fromEntries(deductions) };
  const sum = Object.values(lowered).reduce((total, points) => total + points, 0);
  if (sum >= 0) return { score: sum, parts: lowered };
  return { score: 0, parts: { ...lowered, limit: (parts.limit ?? 0) - sum } };
}
