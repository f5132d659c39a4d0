import type { RowError } from '../import-row.ts';
import { shortened } from '../normalise/row-reader.ts';
import type { LinkRow, ValueOrigin } from './link-row.ts';

/** A link whose address another link has. */
export function refuseTaken({ row, address }: LinkRow): RowError {
  return refuseValue(row, address, 'is taken by another link');
}

/** A link of a campaign that its app does not have. */
export function refuseCampaign({ row, origin }: LinkRow): RowError {
  return refuseValue(row, origin('p_campaign_id'), 'no such campaign of the app');
}

export function refuseValue(row: number, { column, value }: ValueOrigin, reason: string): RowError {
  return { row, column, value: value === null ? null : shortened(value), reason };
}
