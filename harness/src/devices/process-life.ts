/** How a process dies at one of its calls: with the call carried out, or without. */
export type Death = 'before' | 'after';

/**
 * One run of an app's process. Whatever it awaits of its platform goes through `step`, so that it can die at any of
 * these: nothing of a dead process ever resolves, and its calls do nothing.
 */
export interface ProcessLife {
  isAlive(): boolean;
  step<T>(act: () => Promise<T> | T): Promise<T>;
  /** Ends the process abruptly. */
  end(): void;
}

/**
 * @param nextDeath asked at each step whether the process dies there
 * @param onEnd called once, when the process has ended
 */
export function createProcessLife(nextDeath: () => Death | undefined, onEnd: () => void): ProcessLife {
  let alive = true;
  const never = new Promise<never>(() => {});

  function end(): void {
    if (!alive) return;
    alive = false;
    onEnd();
  }

  return {
    isAlive: () => alive,
    end,
    async step(act) {
      if (!alive) return never;
      const death = nextDeath();
      if (death === 'before') end();
      if (!alive) return never;
      try {
        const result = await act();
        if (death === 'after') end();
        return alive ? result : never;
      } catch (error) {
        if (death === 'after') end();
        if (alive) throw error;
        return never;
      }
    },
  };
}
