import { escapeHtml } from './format.ts';

/** A cell, and the address that it leads to, if it has one. */
export type Cell = readonly [heading: string, text: string, href?: string | undefined];

interface TableRow {
  readonly name: string;
  /** The address of the name, or nothing. */
  readonly href?: string | undefined;
  readonly cells: readonly Cell[];
}

/** A table whose first column names the rows. It scrolls by itself on narrow screens. */
export function tableHtml(nameHeading: string, rows: readonly TableRow[]): string {
  const headings = [nameHeading, ...(rows[0]?.cells ?? []).map(([heading]) => heading)];
  const head = headings.map((heading) => `<th scope="col">${escapeHtml(heading)}</th>`).join('');
  const body = rows.map(
    ({ name, href, cells }) =>
      `<tr><th scope="row">${linked(name, href)}</th>${cells.map(([, text, to]) => `<td>${linked(text, to)}</td>`).join('')}</tr>`,
  );
  return `<div class="wide" tabindex="0" role="region" aria-label="${escapeHtml(nameHeading)}"><table><thead><tr>${head}</tr></thead><tbody>${body.join('')}</tbody></table></div>`;
}

function linked(text: string, href: string | undefined): string {
  return href === undefined ? escapeHtml(text) : `<a href="${escapeHtml(href)}">${escapeHtml(text)}</a>`;
}
