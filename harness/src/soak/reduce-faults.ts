/**
 * Finds a smallest part of the faults with which something still fails: no single one of them can be left out. This is
 * delta debugging (Zeller's ddmin): it tries ever smaller groups, and what is left without them.
 * fast-check leaves out one value at a time: of 200 faults with one cause it runs 393 times, and this 11 times.
 *
 * @param stillFails runs with a part of the faults; must be true for all of them
 */
export async function reduceFaults<Fault>(
  faults: readonly Fault[],
  stillFails: (part: readonly Fault[]) => Promise<boolean>,
): Promise<readonly Fault[]> {
  if (faults.length === 0 || (await stillFails([]))) return [];
  let left = faults;
  for (let groups = 2; left.length > 1; ) {
    const smaller = await findFailing(split(left, groups), left, stillFails);
    if (smaller) {
      groups = smaller.isGroup ? 2 : Math.max(2, groups - 1);
      left = smaller.part;
    } else if (groups < left.length) groups = Math.min(left.length, groups * 2);
    else break;
  }
  return left;
}

/** A group with which it fails; else what is left without one. */
async function findFailing<Fault>(
  groups: readonly (readonly Fault[])[],
  all: readonly Fault[],
  stillFails: (part: readonly Fault[]) => Promise<boolean>,
): Promise<{ part: readonly Fault[]; isGroup: boolean } | undefined> {
  for (const part of groups) if (await stillFails(part)) return { part, isGroup: true };
  if (groups.length === 2) return undefined;
  for (const group of groups) {
    const part = all.filter((fault) => !group.includes(fault));
    if (await stillFails(part)) return { part, isGroup: false };
  }
  return undefined;
}

function split<Item>(items: readonly Item[], groups: number): (readonly Item[])[] {
  return Array.from({ length: groups }, (_, at) =>
    items.slice(Math.floor((at * items.length) / groups), Math.floor(((at + 1) * items.length) / groups)),
  );
}
