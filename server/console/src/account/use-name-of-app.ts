import { useAccount } from './account.tsx';

/** Names apps by their id; one that is not the person's to see stays its id. */
export function useNameOfApp(): (appId: string) => string {
  const { apps } = useAccount();
  return (appId) => apps.find(({ id }) => id === appId)?.name ?? appId;
}
