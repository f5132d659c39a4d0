import { useQueryClient } from '@tanstack/react-query';
import { askAuth } from '../../session/auth.ts';

/** Asks an endpoint of sign-in to change something, and has what is shown of the person fetched anew. */
export function useAsk(): <Answer>(path: string, body: object) => Promise<Answer> {
  const queries = useQueryClient();
  return async <Answer>(path: string, body: object) => {
    const answer = await askAuth<Answer>(path, body);
    await queries.invalidateQueries({ queryKey: ['auth'] });
    return answer;
  };
}
