import { listen } from './listen.ts';

export const EVENTS = 'events';
/** Values by keys. */
export const VALUES = 'values';

/** Resolves once the page that was put aside is shown again. */
let shown: Promise<unknown> | undefined;

/** To be called before anything else listens: nothing may be begun while the page is put aside, see `openStore`. */
export function watchHiding(): void {
  listen('pagehide', (event) => {
    if ((event as PageTransitionEvent).persisted) shown = new Promise((show) => listen('pageshow', show));
  });
}

/**
 * Begins a transaction. In WebKit, one of a page that is in the back-forward cache makes the next page wait for 5 s: it is
 * begun when the page is shown again. What is tracked meanwhile is in localStorage.
 */
export async function openStore(database: IDBDatabase, name: string, mode?: IDBTransactionMode) {
  await shown;
  return database.transaction(name, mode).objectStore(name);
}

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
