import type { QueryClient } from '@tanstack/react-query';
import { type AccountData, viewOf } from '../account/account.tsx';
import { accountQuery, loadAccount } from '../account/load-account.ts';
import type { PageEntry } from '../account/page-entry.ts';
import { mayHave } from '../account/role.ts';
import type { ViewSearch } from '../address/view-search.ts';
import { type Question, questionOf } from '../client/question.ts';

/**
 * Asks for the account and, before it is drawn, for what a page will show of it: drawing the frame takes as long as the
 * service takes to answer. Whatever fails here is asked once more by the part of the page that needs it.
 */
export async function askAhead(
  queries: QueryClient,
  page: PageEntry | undefined,
  search: ViewSearch,
): Promise<void> {
  await queries.prefetchQuery({
    ...accountQuery,
    queryFn: async () => {
      const [data, questions] = await Promise.all([loadAccount(), questionsOf(page, search)]);
      await send(queries, questions(data));
      return data;
    },
  });
}

async function questionsOf(
  page: PageEntry | undefined,
  search: ViewSearch,
): Promise<(data: AccountData) => readonly Question[]> {
  const ofPage = await page?.questions?.().catch(() => undefined);
  return (data) => {
    const view = viewOf(data, search);
    return ofPage && mayHave(view.role, page?.role ?? 'viewer') ? ofPage(view, search) : [];
  };
}

/** Resolves once they are on their way: they leave together, in a turn of their own. */
async function send(queries: QueryClient, questions: readonly Question[]): Promise<void> {
  if (questions.length === 0) return;
  for (const [name, input] of questions) void queries.prefetchQuery(questionOf(name, input as never));
  await new Promise((resolve) => setTimeout(resolve));
}
