import type { Pool } from 'pg';
import { z } from 'zod';
import { FRAUD_RULES } from '../../fraud-rules/fraud-rules.ts';
import { queryForCustomer } from '../../platform/store/query-for-customer.ts';
import { fraudSettings } from '../fraud/fraud-settings.ts';

/** What fraud rules say of an install. */
export const installFraud = z.object({
  flags: z.array(
    z.object({
      id: z.uuid(),
      rule: z.string(),
      rule_version: z.int(),
      score: z.int().describe('How sure the rule is, 0 to 100.'),
      signals: z
        .record(z.string(), z.union([z.number(), z.string()]))
        .describe('The values that made it fire.'),
      flagged_at: z.int(),
    }),
  ),
  rules: z
    .array(
      z.object({
        rule: z.string(),
        enabled: z.boolean().describe('Whether the app lets it run.'),
        runs: z
          .enum(['decision', 'review', 'both'])
          .describe('With the decision, in the reviews one and three days later, or both.'),
        means: z.string().describe('When it fires.'),
        cannot_see: z.string().describe('What it misses, or takes for something else.'),
      }),
    )
    .describe('Every rule, also those that did not fire.'),
});
type InstallFraud = z.output<typeof installFraud>;

const READ = {
  name: 'read-fraud-flags',
  text: `
    select flag_id as id, rule, rule_version, score, signals, round(extract(epoch from flagged_at) * 1000)::float8 as flagged_at
    from fraud_flags where customer_id = $1 and install_id = $2
    order by fraud_flags.flagged_at, rule`,
};

/** Reads the flags of an install, beside what each rule means. @param settings the app's, as stored. */
export async function readFraud(
  pool: Pool,
  customerId: string,
  installId: string,
  settings: unknown,
): Promise<InstallFraud> {
  const flags = await queryForCustomer<InstallFraud['flags'][number]>(pool, customerId, READ, [installId]);
  const { rules } = fraudSettings(settings);
  return {
    flags,
    rules: FRAUD_RULES.map(({ name, runsAt, means, cannotSee }) => ({
      rule: name,
      enabled: rules[name]?.enabled !== false,
      runs: runsAt,
      means,
      cannot_see: cannotSee,
    })),
  };
}
