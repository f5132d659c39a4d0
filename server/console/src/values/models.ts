import type { InputOf } from '../client/procedures.ts';

type Model = NonNullable<InputOf<'list_attributions'>['p_model']>;

/** Every model with its name. The compiler asks for one that is missing. */
const NAMES: Record<Model, string> = {
  install_referrer: 'Install referrer',
  click_id: 'Click id',
  deterministic: 'Device id',
  probabilistic: 'Likeness',
  organic: 'Organic',
  last_click: 'Last click',
};

/** The models to choose from. */
export const MODELS = (Object.entries(NAMES) as [Model, string][]).map(([id, name]) => ({ id, name }));

/** The text of an address as a model; undefined for none. */
export const modelOf = (text: string | undefined): Model | undefined =>
  MODELS.find(({ id }) => id === text)?.id;

/** As a person reads a model. */
export const nameOfModel = (model: string): string => NAMES[model as Model] ?? model;
