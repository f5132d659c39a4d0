import type { Person } from '@tributary/server/testing/test-tenant';

const BAR = 30;

interface Summary {
  readonly total_installs: number;
  readonly installs_by_channel: Record<string, number>;
  readonly avg_confidence_score: number;
}

interface Roas {
  readonly campaigns: readonly {
    readonly name: string;
    readonly attributed_installs: number;
    readonly revenue: Record<string, { readonly total: number }>;
    readonly spend: Record<string, number>;
    readonly roas: number | null;
  }[];
}

/** The account's reports as a person would look at them first: a table with bars, read through the API. */
export async function formatSummary(owner: Pick<Person, 'get'>): Promise<string> {
  const read = async <Answer>(resource: string): Promise<Answer> => {
    const response = await owner.get(`/v1/analytics?resource=${resource}`);
    if (!response.ok) throw new Error(`${resource}: ${response.status} ${await response.text()}`);
    return (await response.json()) as Answer;
  };
  const summary = await read<Summary>('summary');
  const { campaigns } = await read<Roas>('roas');
  const { flags } = await read<{ flags: readonly { rule: string }[] }>('fraud');
  const { by_currency: money } = await read<{ by_currency: Record<string, Record<string, number>> }>(
    'revenue',
  );
  const channels = Object.entries(summary.installs_by_channel).sort(([, a], [, b]) => b - a);
  const rules = Object.entries(Object.groupBy(flags, ({ rule }) => rule));
  return [
    `${summary.total_installs} installs in 30 days, average confidence ${summary.avg_confidence_score}`,
    '',
    ...table(
      channels.map(([channel, installs]) => ({ name: channel, value: installs, text: String(installs) })),
    ),
    '',
    'Revenue per campaign',
    ...table(
      campaigns.map(({ name, revenue, roas }) => {
        const value = revenue.EUR?.total ?? 0;
        return {
          name,
          value,
          text: `${value.toFixed(2)} EUR, ROAS ${roas === null ? 'not available' : roas.toFixed(2)}`,
        };
      }),
    ),
    '',
    `Payments: ${money.EUR?.gross ?? 0} EUR, refunded ${money.EUR?.refunded ?? 0} EUR`,
    `Fraud flags: ${rules.map(([rule, found]) => `${found?.length} ${rule}`).join(', ') || 'none'}`,
  ].join('\n');
}

function table(rows: readonly { name: string; value: number; text: string }[]): string[] {
  const most = Math.max(1, ...rows.map(({ value }) => value));
  return rows.map(({ name, value, text }) => {
    const bar = '█'.repeat(Math.round((value / most) * BAR));
    return `  ${name.padEnd(16)} ${bar.padEnd(BAR)} ${text}`;
  });
}
