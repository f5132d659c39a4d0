/** An item, and keys that it shares with the items that it depends on. */
interface Tied<T> {
  readonly item: T;
  readonly ties: Iterable<string>;
}

/**
 * Splits items into rounds. No two items of a round are tied to each other, not even through others, and tied items come in
 * successive rounds, in their order: doing all of a round at once has the same result as one item after the other.
 */
export function splitRounds<T>(tied: readonly Tied<T>[]): T[][] {
  const parents = tied.map((_, at) => at);
  const rootOf = (at: number): number => {
    let root = at;
    while (parents[root] !== root) root = parents[root] ?? root;
    parents[at] = root;
    return root;
  };
  const first = new Map<string, number>();
  for (const [at, { ties }] of tied.entries()) {
    for (const tie of ties) {
      const known = first.get(tie);
      if (known === undefined) first.set(tie, at);
      else parents[rootOf(at)] = rootOf(known);
    }
  }
  const before = new Map<number, number>();
  const rounds: T[][] = [];
  for (const [at, { item }] of tied.entries()) {
    const root = rootOf(at);
    const earlier = before.get(root) ?? 0;
    before.set(root, earlier + 1);
    const round = rounds[earlier] ?? [];
    rounds[earlier] = round;
    round.push(item);
  }
  return rounds;
}
