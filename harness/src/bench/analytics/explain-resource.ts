import { FIRST_PAGE } from '@tributary/server/analytics/page';
import type { Resource, ResourceRequest } from '@tributary/server/analytics/resource';
import type { Client } from 'pg';

/** How PostgreSQL executes a resource's statements. */
export interface Explanation {
  /** 8 KB pages read, from memory or disk. */
  readonly buffers: number;
  /** Execution time of the statements in the database, in ms. */
  readonly ms: number;
  /** One line per plan node, outermost first, such as `Index Scan install_counts`. */
  readonly steps: readonly string[];
}

interface PlanNode {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly 'Index Name'?: string;
  readonly 'Shared Hit Blocks': number;
  readonly 'Shared Read Blocks': number;
  readonly 'Actual Rows': number;
  readonly 'Actual Loops': number;
  readonly Plans?: readonly PlanNode[];
}

/** Tables of facts, where a resource may look up rows but must never scan all of them. */
const FACT_TABLES = new Set([
  'events',
  'clicks',
  'device_days',
  'device_ids',
  'installs',
  'attributions',
  'cohort_activity',
  'event_devices',
  'fraud_flags',
  'payments',
  'purchases',
  'ad_spend',
]);

/** Runs a resource's own statements under EXPLAIN ANALYZE, as a request for these days would run them. */
export async function explainResource(
  client: Client,
  resource: Resource,
  scope: { customerId: string; appIds: readonly string[] },
  days: Omit<ResourceRequest, 'after' | 'country' | 'groupBy'> &
    Partial<Pick<ResourceRequest, 'country' | 'groupBy'>>,
): Promise<Explanation> {
  const plans: PlanNode[] = [];
  let ms = 0;
  // One after the other, though a resource asks for several at once.
  let turn: Promise<unknown> = Promise.resolve();
  const reader = {
    async read(_name: string, text: string, values: readonly unknown[]) {
      const explained = turn.then(() =>
        client.query<{ 'QUERY PLAN': [{ Plan: PlanNode; 'Execution Time': number }] }>(
          `explain (analyze, buffers, format json) ${text}`,
          [scope.customerId, scope.appIds, ...values],
        ),
      );
      turn = explained;
      const { rows } = await explained;
      for (const {
        'QUERY PLAN': [plan],
      } of rows) {
        plans.push(plan.Plan);
        ms += plan['Execution Time'];
      }
      return [];
    },
  };
  await resource.read(reader, { country: null, groupBy: null, ...days, after: FIRST_PAGE });
  return {
    buffers: plans.reduce((sum, plan) => sum + plan['Shared Hit Blocks'] + plan['Shared Read Blocks'], 0),
    ms,
    steps: plans.flatMap((plan) => describe(plan)),
  };
}

/** The sequential scans of tables that should have none. */
export function findFullScans({ steps }: Explanation): string[] {
  return steps
    .map((step) => step.trim())
    .filter((step) => {
      const table = /^(?:Parallel )?Seq Scan (\S+)/.exec(step)?.[1];
      return table !== undefined && (FACT_TABLES.has(table) || table.endsWith('_counts'));
    });
}

function describe(node: PlanNode, depth = 0): string[] {
  const what = [node['Node Type'], node['Relation Name'], node['Index Name']].filter(Boolean).join(' ');
  const rows = Math.round(node['Actual Rows'] * node['Actual Loops']);
  return [
    `${'  '.repeat(depth)}${what} (${rows.toLocaleString('en')} rows)`,
    ...(node.Plans ?? []).flatMap((child) => describe(child, depth + 1)),
  ];
}
