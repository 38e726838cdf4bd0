import type { ComponentChildren } from 'preact';
import { adminWords } from './words/index.ts';

export interface Column<Row> {
  readonly heading: string;
  readonly cell: (row: Row) => ComponentChildren;
  /** Numbers are aligned at their last digit. */
  readonly isNumber?: boolean;
  /** The cell has buttons, which need no heading on a narrow screen. */
  readonly isActions?: boolean;
}

interface AdminTableProps<Row> {
  readonly caption: string;
  readonly columns: readonly Column<Row>[];
  /** Undefined: not loaded yet. */
  readonly rows: readonly Row[] | undefined;
  readonly keyOf: (row: Row) => string | number;
  readonly empty: string;
}

/** A dense table; on a narrow screen, each row is a small list of headings and values. */
export function AdminTable<Row>({ caption, columns, rows, keyOf, empty }: AdminTableProps<Row>) {
  if (rows === undefined) return <p class="muted">{adminWords.loading}</p>;
  if (rows.length === 0) return <p class="muted">{empty}</p>;
  return (
    <table class="admin-table">
      <caption class="visually-hidden">{caption}</caption>
      <thead>
        <tr>
          {columns.map(({ heading, isNumber = false }) => (
            <th key={heading} scope="col" class={isNumber ? 'number' : undefined}>
              {heading}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={keyOf(row)}>
            {columns.map(({ heading, cell, isNumber = false, isActions = false }) => (
              <td
                key={heading}
                data-heading={isActions ? undefined : heading}
                class={isActions ? 'actions' : isNumber ? 'number' : undefined}
              >
                {cell(row)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
