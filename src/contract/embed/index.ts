export { type Embed, embedHtml, embedSize } from './embed-html.ts';
