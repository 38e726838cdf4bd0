export { embedHtml, embedSize } from './embed-html.ts';
