import type { PageFiles } from './page-files.ts';

/** Text as it may stand in an element or a quoted attribute. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

export interface Page {
  readonly title: string;
  /** Elements for the head, already escaped. */
  readonly head?: string;
  /** For readers without scripts, already escaped. */
  readonly plain: string;
}

/** The shell of every page: what is on it is drawn by the page's own script. */
export function htmlPage({ title, head = '', plain }: Page, { script, styles, preloads }: PageFiles['start']): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="dark light">
<title>${escapeHtml(title)}</title>
<link rel="icon" href="data:,">
${styles.map((href) => `<link rel="stylesheet" href="${href}">\n`).join('')}${preloads
  .map((href) => `<link rel="modulepreload" href="${href}">\n`)
  .join('')}<script type="module" src="${script}"></script>
${head}</head>
<body>
<div id="app"></div>
<noscript>
<main>
${plain}
</main>
</noscript>
</body>
</html>
`;
}
