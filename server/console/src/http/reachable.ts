import { createStore } from './create-store.ts';

const reachable = createStore(true);

/** Notes whether the last request reached the service. */
export const setReachable = reachable.set;

/** Whether the last request reached the service, for components. */
export const useReachable = reachable.use;
