/** Whose share an amount would exceed: the holder's own, or that of all. */
export type Excess = 'holder' | 'all';

/** Bounds an amount that is held at the same time (bytes, connections), in all and by each holder. Nothing waits. */
export interface Budget {
  /** How much the holder has. */
  heldBy(holder: string): number;
  /** How much all have. */
  readonly held: number;
  /** Takes an amount; where that is too much, takes nothing and says whose share it would exceed. */
  take(holder: string, amount: number): Excess | null;
  /** Takes as much of an amount as is left, which may be nothing. @returns what it took. */
  takeUpTo(holder: string, amount: number): number;
  giveBack(holder: string, amount: number): void;
}

export interface BudgetLimits {
  readonly inAll?: number;
  /** So that no one can use up what is there for all. */
  readonly perHolder?: number;
}

/** A budget of this process. What is not given is unlimited. */
export function createBudget({
  inAll = Number.POSITIVE_INFINITY,
  perHolder = Number.POSITIVE_INFINITY,
}: BudgetLimits): Budget {
  const holders = new Map<string, number>();
  let total = 0;
  const heldBy = (holder: string) => holders.get(holder) ?? 0;

  function add(holder: string, amount: number): void {
    const held = heldBy(holder) + amount;
    if (held > 0) holders.set(holder, held);
    else holders.delete(holder);
    total += amount;
  }

  return {
    heldBy,
    get held() {
      return total;
    },
    take(holder, amount) {
      if (heldBy(holder) + amount > perHolder) return 'holder';
      if (total + amount > inAll) return 'all';
      add(holder, amount);
      return null;
    },
    takeUpTo(holder, amount) {
      const taken = Math.max(0, Math.min(amount, perHolder - heldBy(holder), inAll - total));
      add(holder, taken);
      return taken;
    },
    giveBack: (holder, amount) => add(holder, -amount),
  };
}
