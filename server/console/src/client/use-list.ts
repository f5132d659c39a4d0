import { useInfiniteQuery } from '@tanstack/react-query';
import type { ServiceError } from '../http/service-error.ts';
import { read } from './call-service.ts';
import type { InputOf, OutputOf, ReadName } from './procedures.ts';

/** The procedures that answer a list in pages. */
export type ListName = {
  [Name in ReadName]: OutputOf<Name> extends { items: readonly unknown[]; next_cursor: string | null }
    ? Name
    : never;
}[ReadName];

type ItemOf<Name extends ListName> = OutputOf<Name> extends { items: readonly (infer Item)[] } ? Item : never;

interface ListOptions<Name extends ListName> {
  /** False: nothing is asked for. */
  readonly enabled?: boolean;
  /** How soon to ask again, in ms, by what there is; null for not. */
  readonly every?: (items: readonly ItemOf<Name>[] | undefined) => number | null;
}

const PAGE = 50;

const itemsOf = <Name extends ListName>(pages: readonly OutputOf<Name>[] | undefined) =>
  pages?.flatMap((page) => page.items as ItemOf<Name>[]);

/**
 * Reads a list page by page: `items` are those of all pages so far, `more` fetches the next one where there is one.
 *
 * @example const links = useList('list_links', { p_app_id: app.id });
 */
export function useList<Name extends ListName>(
  name: Name,
  input: InputOf<Name>,
  { enabled = true, every }: ListOptions<Name> = {},
) {
  const query = useInfiniteQuery<OutputOf<Name>, ServiceError>({
    queryKey: [name, input, 'pages'],
    queryFn: ({ pageParam, signal }) =>
      read(name, { p_limit: PAGE, ...(input as object), p_cursor: pageParam } as InputOf<Name>, signal),
    initialPageParam: null,
    getNextPageParam: (last) => (last as { next_cursor: string | null }).next_cursor,
    enabled,
    ...(every && { refetchInterval: ({ state }) => every(itemsOf<Name>(state.data?.pages)) ?? false }),
  });
  const items = itemsOf<Name>(query.data?.pages);
  return {
    data: items,
    error: query.error,
    isPending: query.isPending,
    refetch: query.refetch,
    more: query.hasNextPage ? () => void query.fetchNextPage() : undefined,
    isFetchingMore: query.isFetchingNextPage,
  };
}
