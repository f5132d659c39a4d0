import type { Pool } from 'pg';
import type { AccountNodes } from './account-nodes.ts';
import type { GroupCommit } from './group-commit/group-commit.ts';

interface ByNodeParts<T, R> {
  /** Connections to the one server, or to the coordinator while it is not known where accounts are. */
  readonly pool: Pool;
  /** The nodes of accounts, if there may be several. */
  readonly nodes: Pick<AccountNodes, 'group' | 'isSpread'> | undefined;
  readonly accountOf: (item: T) => string;
  /** What commits over these connections. */
  readonly open: (pool: Pool) => GroupCommit<T, R>;
}

/**
 * Commits of items whose accounts are on several nodes, by each node for itself: quickly, as none waits for another, and
 * those of one that is away fail alone. On one server there is one.
 */
export class GroupsByNode<T, R> {
  readonly #parts: ByNodeParts<T, R>;
  readonly #groups = new Map<Pool, GroupCommit<T, R>>();
  readonly #only: GroupCommit<T, R>;
  /** Until it is known which nodes items go to, no group holds them. */
  readonly #placing = new Set<Promise<unknown>>();

  constructor(parts: ByNodeParts<T, R>) {
    this.#parts = parts;
    this.#only = this.#groupOf(parts.pool);
  }

  /** Items waiting or being committed. */
  get held(): number {
    return [...this.#groups.values()].reduce((held, group) => held + group.held, 0);
  }

  /** @throws what a commit throws, also if others have stored their part; see GroupCommit. */
  submit(items: readonly T[]): Promise<R[]> {
    const { nodes, accountOf } = this.#parts;
    if (!nodes?.isSpread()) return this.#only.submit(items);
    const found = nodes.group(items.map((item, place) => ({ customerId: accountOf(item), item, place })));
    this.#placing.add(found);
    return this.#submitParts(found);
  }

  /** Commits what is held and takes nothing more. */
  async close(): Promise<void> {
    await Promise.all(this.#placing);
    await Promise.all([...this.#groups.values()].map((group) => group.close()));
  }

  #groupOf(pool: Pool): GroupCommit<T, R> {
    const group = this.#groups.get(pool) ?? this.#parts.open(pool);
    this.#groups.set(pool, group);
    return group;
  }

  async #submitParts(found: Promise<Map<Pool, { item: T; place: number }[]>>): Promise<R[]> {
    const parts = await found;
    this.#placing.delete(found);
    const results: R[] = [];
    const stored = [...parts].map(async ([pool, part]) => {
      const ofPart = await this.#groupOf(pool).submit(part.map(({ item }) => item));
      for (const [at, { place }] of part.entries()) results[place] = ofPart[at] as R;
    });
    const failed = (await Promise.allSettled(stored)).find((part) => part.status === 'rejected');
    if (failed) throw failed.reason;
    return results;
  }
}
