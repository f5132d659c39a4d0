/** Holds items until their time has come; those with the same time come out in the order they went in. */
export class TimeQueue<T extends { readonly at: number }> {
  readonly #heap: { readonly item: T; readonly order: number }[] = [];
  #order = 0;

  get size(): number {
    return this.#heap.length;
  }

  push(item: T): void {
    const entry = { item, order: this.#order++ };
    let index = this.#heap.push(entry) - 1;
    while (index > 0) {
      const parent = (index - 1) >> 1;
      if (!this.#swapIfLater(parent, index)) return;
      index = parent;
    }
  }

  /** Removes and yields everything before `time`, earliest first. */
  *before(time: number): Generator<T> {
    for (;;) {
      const first = this.#heap[0];
      if (first === undefined || first.item.at >= time) return;
      this.#removeFirst();
      yield first.item;
    }
  }

  #removeFirst(): void {
    const last = this.#heap.pop();
    if (last === undefined || this.#heap.length === 0) return;
    this.#heap[0] = last;
    let index = 0;
    for (;;) {
      const [left, right] = [2 * index + 1, 2 * index + 2];
      const child = this.#isLater(left, right) ? right : left;
      if (!this.#swapIfLater(index, child)) return;
      index = child;
    }
  }

  #swapIfLater(upper: number, lower: number): boolean {
    const [above, below] = [this.#heap[upper], this.#heap[lower]];
    if (above === undefined || below === undefined || !this.#isLater(upper, lower)) return false;
    this.#heap[upper] = below;
    this.#heap[lower] = above;
    return true;
  }

  #isLater(one: number, other: number): boolean {
    const [first, second] = [this.#heap[one], this.#heap[other]];
    if (first === undefined || second === undefined) return false;
    return first.item.at === second.item.at ? first.order > second.order : first.item.at > second.item.at;
  }
}
