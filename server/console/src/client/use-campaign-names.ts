import { useMemo } from 'react';
import { useRead } from './use-read.ts';

/** The names of an account's campaigns, by id: of its latest 200. @param enabled whether they are needed */
export function useCampaignNames(enabled: boolean): ReadonlyMap<string, string> {
  const { data } = useRead('list_campaigns', { p_limit: 200 }, { enabled });
  return useMemo(() => new Map(data?.items.map(({ id, name }) => [id, name])), [data]);
}
