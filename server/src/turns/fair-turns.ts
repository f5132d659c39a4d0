/** Work of which a few run at a time, in a queue that no person can fill or hold up. */
export interface FairTurns {
  /**
   * Waits for a turn of a person's: whoever has the fewest running comes next, then whoever came first.
   *
   * @returns a promise of the function that ends the turn; null at once if too many wait, in all or of this person.
   */
  take(person: string): Promise<() => void> | null;
}

export interface TurnLimits {
  readonly atOnce: number;
  /** Length of the queue; what exceeds it is refused. */
  readonly waiting: number;
  readonly waitingPerPerson: number;
}

interface Waiting {
  readonly person: string;
  readonly start: () => void;
}

/** Turns of this process alone; what exceeds the limits gets none. */
export function createFairTurns({ atOnce, waiting, waitingPerPerson }: TurnLimits): FairTurns {
  const queue: Waiting[] = [];
  const running: string[] = [];
  const countOf = (person: string) => running.filter((holder) => holder === person).length;

  /** Passed directly to the next in the queue; a newcomer could take a released turn first. */
  function leave(person: string): void {
    running.splice(running.indexOf(person), 1);
    const fewest = Math.min(...queue.map((one) => countOf(one.person)));
    const at = queue.findIndex((one) => countOf(one.person) === fewest);
    const [next] = at === -1 ? [] : queue.splice(at, 1);
    if (!next) return;
    running.push(next.person);
    next.start();
  }

  return {
    take(person) {
      let isOver = false;
      const end = () => {
        if (!isOver) leave(person);
        isOver = true;
      };
      if (running.length < atOnce) {
        running.push(person);
        return Promise.resolve(end);
      }
      const own = queue.filter((one) => one.person === person).length;
      if (queue.length >= waiting || own >= waitingPerPerson) return null;
      return new Promise((resolve) => queue.push({ person, start: () => resolve(end) }));
    },
  };
}
