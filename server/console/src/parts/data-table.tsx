import { useSetSearch, useViewSearch } from '../address/view-search.ts';
import { type Column, sortRows } from './column.ts';
import { download } from './download.ts';
import { toCsv } from './to-csv.ts';

interface DataTableProps<Row> {
  /** What the table lists, for screen readers and as the name of its CSV: "keys". */
  readonly name: string;
  readonly rows: readonly Row[];
  readonly columns: readonly Column<Row>[];
  readonly keyOf: (row: Row) => string;
  /** Of a list that the service has more of. */
  readonly more?: (() => void) | undefined;
  /** Rows of a page, where there may be many. */
  readonly pageSize?: number;
}

const PAGE_SIZE = 50;

/** A table whose order and page are in the address (`<name>.sort`, `<name>.page`), and which can be had as CSV. */
export function DataTable<Row>({
  name,
  rows,
  columns,
  keyOf,
  more,
  pageSize = PAGE_SIZE,
}: DataTableProps<Row>) {
  const search = useViewSearch();
  const setSearch = useSetSearch();
  const sort = search[`${name}.sort`] ?? '';
  const sorted = sortRows(rows, columns, sort);
  const pages = Math.max(1, Math.ceil(sorted.length / pageSize));
  const page = Math.min(pages, Math.max(1, Math.trunc(Number(search[`${name}.page`])) || 1));
  const shown = sorted.slice((page - 1) * pageSize, page * pageSize);
  const onSort = (key: string) =>
    setSearch({ [`${name}.sort`]: sort === key ? `-${key}` : key, [`${name}.page`]: null });
  return (
    <div className="data-table">
      <section className="scrolls" aria-label={name} tabIndex={0}>
        <table>
          <thead>
            <tr>
              {columns.map((column) => (
                <HeadCell key={column.key} column={column} sort={sort} onSort={onSort} />
              ))}
            </tr>
          </thead>
          <tbody>
            {shown.map((row) => (
              <tr key={keyOf(row)}>
                {columns.map((column) => (
                  <td key={column.key} className={classOf(column)}>
                    {column.cell ? column.cell(row) : String(column.value?.(row) ?? '–')}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      <div className="table-end">
        <Pager page={page} pages={pages} onTurn={(to) => setSearch({ [`${name}.page`]: String(to) })} />
        {more && page === pages && (
          <button type="button" onClick={more}>
            Show more
          </button>
        )}
        <button type="button" onClick={() => saveCsv(name, sorted, columns)}>
          CSV<span className="hidden-label"> of {name}</span>
        </button>
      </div>
    </div>
  );
}

const classOf = ({ isNumber, isLong }: { isNumber?: boolean; isLong?: boolean }) =>
  isNumber ? 'number' : isLong ? 'long' : undefined;

interface HeadCellProps<Row> {
  readonly column: Column<Row>;
  readonly sort: string;
  onSort(key: string): void;
}

function HeadCell<Row>({ column: { key, title, value, isNumber }, sort, onSort }: HeadCellProps<Row>) {
  const order = sort === key ? 'ascending' : sort === `-${key}` ? 'descending' : undefined;
  return (
    <th scope="col" aria-sort={order} className={isNumber ? 'number' : undefined}>
      {value ? (
        <button type="button" className="sort" onClick={() => onSort(key)}>
          {title}
          <span aria-hidden="true">{order === 'ascending' ? ' ↑' : order === 'descending' ? ' ↓' : ''}</span>
        </button>
      ) : (
        title
      )}
    </th>
  );
}

interface PagerProps {
  readonly page: number;
  readonly pages: number;
  onTurn(to: number): void;
}

function Pager({ page, pages, onTurn }: PagerProps) {
  if (pages === 1) return null;
  return (
    <span className="pager">
      <button type="button" disabled={page === 1} onClick={() => onTurn(page - 1)}>
        Previous
      </button>
      <span>
        Page {page} of {pages}
      </span>
      <button type="button" disabled={page === pages} onClick={() => onTurn(page + 1)}>
        Next
      </button>
    </span>
  );
}

function saveCsv<Row>(name: string, rows: readonly Row[], columns: readonly Column<Row>[]): void {
  const exported = columns.flatMap(({ key, value }) => (value ? [{ key, value }] : []));
  const text = toCsv(
    exported.map(({ key }) => key),
    rows.map((row) => exported.map(({ value }) => value(row))),
  );
  download(`${name.replace(/\W+/g, '-')}.csv`, 'text/csv', text);
}
