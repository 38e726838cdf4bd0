import type { Limits } from '../../../config.ts';
import type { PageFiles } from './page-files.ts';

/** Escapes a text for an element or a quoted attribute. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

export interface Page {
  readonly title: string;
  /** More elements for the head, already escaped. */
  readonly head?: string;
  /** The content for browsers without scripts, already escaped. */
  readonly noScript: string;
}

/** A hit circle with its approach circle and a play symbol. */
export const iconSvg =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><circle cx="16" cy="16" r="14" fill="none" ' +
  'stroke="#ff7ac4" stroke-width="2.5"/><circle cx="16" cy="16" r="9.5" fill="#8a2163"/>' +
  '<path d="M13 11v10l9-5z" fill="#fff"/></svg>';
const iconUrl = `data:image/svg+xml,${encodeURIComponent(iconSvg)}`;

/** What the page's script must know about the service. */
export interface PageConfig {
  readonly basePath: string;
  readonly limits: Pick<Limits, 'maxResolution' | 'maxFps'>;
  readonly requireKey: boolean;
  /** Null: it cannot fetch the replays of scores. */
  readonly osuApi: object | null;
  /** Null: there is no administration in the page. */
  readonly adminToken: string | null;
}

/** The HTML of every page. The page's script creates its content; it reads the configuration from the first element. */
export function htmlPage(
  { title, head = '', noScript }: Page,
  { script, styles, preloads }: PageFiles['start'],
  { basePath, limits, requireKey, osuApi, adminToken }: PageConfig,
): string {
  const base = escapeHtml(basePath);
  return `<!doctype html>
<html lang="en" data-base-path="${base}" data-max-resolution="${limits.maxResolution}" data-max-fps="${limits.maxFps}"${requireKey ? ' data-requires-key="true"' : ''}${osuApi === null ? '' : ' data-scores="true"'}${adminToken === null ? '' : ' data-has-admin="true"'}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="dark light">
<title>${escapeHtml(title)}</title>
<link rel="icon" href="${iconUrl}">
${styles.map((href) => `<link rel="stylesheet" href="${base}${href}">\n`).join('')}${preloads
  .map((href) => `<link rel="modulepreload" href="${base}${href}">\n`)
  .join('')}<script type="module" src="${base}${script}"></script>
${head}</head>
<body>
<div id="app"></div>
<noscript>
<main>
${noScript}
</main>
</noscript>
</body>
</html>
`;
}
