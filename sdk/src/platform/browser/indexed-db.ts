export const EVENTS = 'events';
/** Values by keys. */
export const VALUES = 'values';

/** Opens the database of one queue: one object store with a record per event, and one for small values. */
export async function openQueueDatabase(name: string): Promise<IDBDatabase> {
  const opening = indexedDB.open(`tributary-${name}`, 1);
  opening.onupgradeneeded = () => {
    opening.result.createObjectStore(EVENTS, { autoIncrement: true });
    opening.result.createObjectStore(VALUES);
  };
  const database = await requested(opening);
  // Another tab that deletes or upgrades the database must not wait for this one.
  database.onversionchange = () => database.close();
  return database;
}

/** Resolves with the result of a request; rejects if it failed. */
export function requested<Result>(request: IDBRequest<Result>): Promise<Result> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

/** Resolves when everything that the transaction wrote is stored. */
export function committed(transaction: IDBTransaction): Promise<void> {
  return new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve();
    // Every error aborts it.
    transaction.onabort = () => reject(transaction.error);
  });
}
