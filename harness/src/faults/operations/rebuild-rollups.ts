import type { FaultRig } from '../fault-rig.ts';
import type { FaultyOperation } from '../operation.ts';

const COUNTERS = ['install_counts', 'campaign_counts', 'cohort_counts', 'revenue_counts', 'event_counts'];

/** Counters that were lost are what they were before. */
export const rebuildRollups: FaultyOperation = {
  name: 'rebuild-rollups',
  async prepare(rig) {
    const before = await readCounters(rig);
    for (const table of COUNTERS) await rig.query(`delete from ${table}`);
    return {
      start: async () => rig.startAdmin(['rebuild-rollups']),
      async complete() {
        const { code, err } = await rig.admin(['rebuild-rollups']);
        const wrong = code === 0 ? [] : [`rebuild-rollups ended with ${code}: ${err}`];
        const after = await readCounters(rig);
        for (const table of COUNTERS)
          if (after[table] !== before[table]) wrong.push(`${table} differs from what it was`);
        return wrong;
      },
    };
  },
};

async function readCounters(rig: FaultRig): Promise<Record<string, string>> {
  const read: Record<string, string> = {};
  for (const table of COUNTERS) {
    const rows = await rig.query<{ x: string }>(`select x::text as x from ${table} x order by 1`);
    read[table] = rows.map(({ x }) => x).join('\n');
  }
  return read;
}
