import type { Cell, Table } from '../../platform/http/answers/render-csv.ts';
import type { GroupName } from '../group-by.ts';

/** A part of a report's lines: all of it, or a group. */
interface Part<Body> {
  readonly named: readonly Cell[];
  readonly body: Body;
}

/**
 * A report as lines: its own, or those of its groups with `key` and `rest` before them. The lines of all groups have the
 * same columns.
 *
 * @param columnsOf and @param rowsOf bodies, each without its groups.
 */
export function groupTable<Body extends object>(
  body: Body & { readonly groups?: readonly (GroupName & Body)[] | undefined },
  columnsOf: (bodies: readonly Body[]) => readonly string[],
  rowsOf: (body: Body, columns: readonly string[]) => readonly (readonly Cell[])[],
): Table {
  const parts: Part<Body>[] = body.groups?.map((group) => ({
    named: [group.key, group.rest ?? false],
    body: group,
  })) ?? [{ named: [], body }];
  const columns = columnsOf(parts.map((part) => part.body));
  return {
    columns: [...(body.groups ? ['key', 'rest'] : []), ...columns],
    rows: parts.flatMap(({ named, body }) => rowsOf(body, columns).map((cells) => [...named, ...cells])),
  };
}
