export const EVENTS = 'events';
export const LEASE = 'lease';

/** Opens the database of one queue: an object store with one record an event, and one for the lease. */
export async function openQueueDatabase(name: string): Promise<IDBDatabase> {
  const opening = indexedDB.open(`tributary-${name}`, 1);
  opening.onupgradeneeded = () => {
    opening.result.createObjectStore(EVENTS, { autoIncrement: true });
    opening.result.createObjectStore(LEASE);
  };
  const database = await requested(opening);
  // Another tab that deletes or upgrades the database must not wait for this one.
  database.onversionchange = () => database.close();
  return database;
}

/** The result of a request; a failed one rejects. */
export function requested<Result>(request: IDBRequest<Result>): Promise<Result> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

/** Resolves when everything that a transaction wrote is stored. */
export function committed(transaction: IDBTransaction): Promise<void> {
  return new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve();
    transaction.onerror = () => reject(transaction.error);
    transaction.onabort = () => reject(transaction.error);
  });
}
