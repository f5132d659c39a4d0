import type { ModelName } from '../attribution/models/model.ts';

const NOT_ORGANIC = /non[-_ ]?organic/g;

/** The attribution model that another platform's attribution type means. */
export function normaliseModel(type: string): ModelName {
  const given = type.toLowerCase().replace(NOT_ORGANIC, '');
  if (given.includes('organic')) return 'organic';
  if (given.includes('deterministic') || given.includes('device_id')) return 'deterministic';
  if (given.includes('probabilistic') || given.includes('fingerprint')) return 'probabilistic';
  return 'last_click';
}
