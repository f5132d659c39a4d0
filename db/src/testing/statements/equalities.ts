/** A value that the statement is given: a parameter, or what is made of parameters alone. */
export const GIVEN = 'given';

/** Which columns must be equal, and which of them equal what the statement is given. */
export class Equalities {
  readonly #leaders: Map<string, string>;

  constructor(leaders: Iterable<readonly [string, string]> = []) {
    this.#leaders = new Map(leaders);
  }

  join(one: string, other: string): void {
    this.#leaders.set(this.#leaderOf(one), this.#leaderOf(other));
  }

  isGiven(column: string): boolean {
    return this.#leaderOf(column) === this.#leaderOf(GIVEN);
  }

  copy(): Equalities {
    return new Equalities(this.#leaders);
  }

  #leaderOf(column: string): string {
    let leader = column;
    for (let next = this.#leaders.get(leader); next !== undefined && next !== leader; ) {
      leader = next;
      next = this.#leaders.get(leader);
    }
    return leader;
  }
}
