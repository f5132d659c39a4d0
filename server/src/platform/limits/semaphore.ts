import { type BudgetLimits, createBudget, type Excess } from './budget.ts';

/** Gives a permit back; more than once is the same as once. */
export type Release = () => void;

/** Bounds what is done at the same time, in all and by each holder. Nothing waits. */
interface Semaphore {
  /** How many permits the holder has. */
  heldBy(holder: string): number;
  /** Takes a permit, or says whose share is used up. */
  tryAcquire(holder: string): Release | Excess;
}

/** A semaphore of this process. What is not given is unlimited. */
export function createSemaphore(limits: BudgetLimits): Semaphore {
  const permits = createBudget(limits);
  return {
    heldBy: permits.heldBy,
    tryAcquire(holder) {
      const excess = permits.take(holder, 1);
      if (excess !== null) return excess;
      let isHeld = true;
      return () => {
        if (isHeld) permits.giveBack(holder, 1);
        isHeld = false;
      };
    },
  };
}
