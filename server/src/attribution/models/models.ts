import { clickId } from './click-id.ts';
import { deterministic } from './deterministic.ts';
import { installReferrer } from './install-referrer.ts';
import type { Evidence, Model } from './model.ts';
import { organic } from './organic.ts';
import { probabilistic } from './probabilistic.ts';

/** The first that matches wins. Organic always matches. */
export const MODELS: readonly Model[] = [installReferrer, clickId, deterministic, probabilistic, organic];

/** Evidence by which an install names its click. */
export const NAMING: readonly Evidence[] = ['named_by_store', 'named_by_app'];

/** Evidence that leaves no doubt whose click it was. */
export const IDENTIFYING: readonly Evidence[] = [...NAMING, 'device_id'];

/** Whether a model, by its name, rests on such evidence; one of imports rests on none that is known. */
export function restsOn(model: string, ...evidence: readonly Evidence[]): boolean {
  return MODELS.some(({ name, evidence: its }) => name === model && evidence.includes(its));
}

/** The names of the models that rest on such evidence, as a list in SQL. */
export function modelsResting(...evidence: readonly Evidence[]): string {
  const resting = MODELS.filter(({ evidence: its }) => evidence.includes(its));
  return `(${resting.map(({ name }) => `'${name}'`).join(', ')})`;
}
