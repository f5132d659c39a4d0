import { useAccount } from '../../account/account.tsx';

/** Tells an app’s number in the App Store; null where its settings have none. */
export function useAppStoreId(): (appId: string | undefined) => string | null {
  const { apps } = useAccount();
  return (appId) => apps.find(({ id }) => id === appId)?.app_store_id ?? null;
}
