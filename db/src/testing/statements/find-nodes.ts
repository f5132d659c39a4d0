import type { Node } from '@pgsql/types';

type Kind = Node extends infer One ? (One extends unknown ? keyof One : never) : never;
type OfKind<K extends Kind> = Extract<Node, Record<K, unknown>>[K];

/** Members that hold a node of one kind only, so that the parser leaves its name out. */
const UNNAMED: Readonly<Record<string, Kind>> = { relation: 'RangeVar' };

/** All nodes of a kind in a parsed statement, as deep as they may be, or down to those at which `stopsAt` says so. */
export function findNodes<K extends Kind>(
  tree: unknown,
  kind: K,
  stopsAt: readonly Kind[] = [],
): OfKind<K>[] {
  const found: OfKind<K>[] = [];
  const visit = (part: unknown): void => {
    if (typeof part !== 'object' || part === null) return;
    for (const [name, value] of Object.entries(part)) {
      if (kindOf(name, value) === kind) found.push(value);
      if (!stopsAt.some((stop) => stop === name)) visit(value);
    }
  };
  visit(tree);
  return found;
}

function kindOf(name: string, value: unknown): string {
  const isArm =
    (name === 'larg' || name === 'rarg') && typeof value === 'object' && value !== null && 'op' in value;
  return isArm ? 'SelectStmt' : (UNNAMED[name] ?? name);
}
