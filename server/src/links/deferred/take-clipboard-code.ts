import type { Pool } from 'pg';
import { queryForCustomer } from '../../platform/store/query-for-customer.ts';
import { CODE_LIFE_MS, hashOfCode } from '../clipboard-code.ts';

interface CodeRow {
  readonly click_id: string;
}

const IS_CODE = 'customer_id = $1 and code_hash = $2::bytea and app_id = $3 and clicked_at > $4';

/** A code that was taken is forgotten; the row's lock lets one of two take it. */
const TAKE = `
  update clicks set code_hash = null where ${IS_CODE}
  returning coalesce(original_click_id, click_id) as click_id`;

const FIND = {
  name: 'find-clipboard-code',
  text: `select coalesce(original_click_id, click_id) as click_id from clicks where ${IS_CODE}`,
};

/** Who asks for a code. */
export interface CodeQuestion {
  readonly customerId: string;
  readonly appId: string;
  readonly code: string;
  /** Unix ms. */
  readonly now: number;
}

const valuesOf = ({ appId, code, now }: CodeQuestion) => [
  hashOfCode(code),
  appId,
  new Date(now - CODE_LIFE_MS).toISOString(),
];

/** Takes a code of the app, which can be taken once: its click; null if there is none, or it has ended. */
export async function takeClipboardCode(pool: Pool, question: CodeQuestion): Promise<string | null> {
  const values = [question.customerId, ...valuesOf(question)];
  const { rows } = await pool.query<CodeRow>({ name: 'take-clipboard-code', text: TAKE, values });
  return rows[0]?.click_id ?? null;
}

/** The click of a code that could be taken. */
export async function findClipboardCode(pool: Pool, question: CodeQuestion): Promise<string | null> {
  const [row] = await queryForCustomer<CodeRow>(pool, question.customerId, FIND, valuesOf(question));
  return row?.click_id ?? null;
}
