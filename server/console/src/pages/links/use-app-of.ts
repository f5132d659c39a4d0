import { type App, useAccount } from '../../account/account.tsx';

/** Tells what an app of one's teams is; null for another one. */
export function useAppOf(): (appId: string | undefined) => App | null {
  const { apps } = useAccount();
  return (appId) => apps.find(({ id }) => id === appId) ?? null;
}
