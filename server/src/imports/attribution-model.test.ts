import { expect, test } from 'vitest';
import { normaliseModel } from './attribution-model.ts';

test.each([
  ['organic', 'organic'],
  ['Organic', 'organic'],
  ['non-organic', 'last_click'],
  ['Non-organic', 'last_click'],
  ['Non Organic', 'last_click'],
  ['non_organic', 'last_click'],
  ['nonorganic', 'last_click'],
  ['non-organic deterministic', 'deterministic'],
  ['deterministic', 'deterministic'],
  ['DEVICE_ID match', 'deterministic'],
  ['Probabilistic', 'probabilistic'],
  ['fingerprint', 'probabilistic'],
  ['click', 'last_click'],
  ['srn', 'last_click'],
  ['gp_referrer', 'last_click'],
  ['id_matching', 'last_click'],
])('the attribution type %s is %s', (type, model) => {
  expect(normaliseModel(type)).toBe(model);
});
