import type { MatrixRow } from './matrix-row.ts';
import { ACCOUNT_ROWS } from './matrix-rows/account-rows.ts';
import { APP_ROWS } from './matrix-rows/app-rows.ts';
import { CAMPAIGN_ROWS } from './matrix-rows/campaign-rows.ts';
import { DATA_ROWS } from './matrix-rows/data-rows.ts';
import { PAYMENT_ROWS } from './matrix-rows/payment-rows.ts';
import { POSTBACK_ROWS } from './matrix-rows/postback-rows.ts';

/** Procedures: each is called through both transports, in this order. */
export const PROCEDURES: Record<string, MatrixRow> = {
  ...ACCOUNT_ROWS,
  ...APP_ROWS,
  ...CAMPAIGN_ROWS,
  ...PAYMENT_ROWS,
  ...POSTBACK_ROWS,
  ...DATA_ROWS,
};
