/** Text as it may stand in an element or a quoted attribute. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

export interface Page {
  readonly title: string;
  /** Elements for the head, already escaped. */
  readonly head?: string;
  /** Already escaped. */
  readonly body: string;
}

export const styleSheetPath = '/assets/page.css';

export function htmlPage({ title, head = '', body }: Page): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title>
<link rel="stylesheet" href="${styleSheetPath}">
${head}</head>
<body>
<main>
${body}
</main>
</body>
</html>
`;
}

export const styleSheet = `:root { color-scheme: dark light; font-family: system-ui, sans-serif; line-height: 1.5; }
body { margin: 0; }
main { max-width: 60rem; margin: 0 auto; padding: 1.5rem; }
video, img { width: 100%; aspect-ratio: 16 / 9; border-radius: .5rem; background: #000; object-fit: contain; }
h1 { font-size: 1.4rem; margin: 1rem 0 .25rem; overflow-wrap: anywhere; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: .25rem 1rem; }
dt { opacity: .7; }
dd { margin: 0; overflow-wrap: anywhere; }
progress { width: 100%; }
nav a { margin-right: 1rem; }
`;
