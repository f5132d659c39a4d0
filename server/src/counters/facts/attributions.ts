import { DEVICE_DIMENSIONS, type Dimension, forEach, GROUP_COLUMNS } from '../dimensions.ts';
import { type FactRow, factTable } from '../fact-table.ts';

const ofDevice = forEach(DEVICE_DIMENSIONS, () => 'text?' as const);

/** What a decision says is kept as it was counted. */
const groupOf = (name: Dimension) => (name in ofDevice ? name : `counted_${name}`);

/** Decisions about installs; `counted_day` is null for one that is not counted. */
export const ATTRIBUTIONS = factTable(
  'attributions',
  {
    customer_id: 'uuid',
    app_id: 'uuid',
    counted_day: 'date?',
    counted_model: 'text?',
    counted_channel: 'text?',
    counted_campaign_id: 'uuid?',
    counted_link_id: 'uuid?',
    // Null for an imported install: averages leave it out.
    counted_confidence: 'integer?',
    ...ofDevice,
  },
  { groups: forEach(GROUP_COLUMNS, groupOf) },
);

export type CountedInstall = FactRow<typeof ATTRIBUTIONS>;
