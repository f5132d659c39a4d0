import { useRouter } from '@tanstack/react-router';
import { homePath } from '../address/home-path.ts';
import { useViewSearch } from '../address/view-search.ts';
import { CONSOLE_PATH } from '../http/service-path.ts';
import { nextPath } from './next-path.ts';

/** Leads a person who has just signed in to where they wanted to go. */
export function useEnter(): () => void {
  const router = useRouter();
  const { next } = useViewSearch();
  return () => router.history.replace(CONSOLE_PATH + nextPath(next, homePath));
}
