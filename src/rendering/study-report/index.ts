export { reportDocument, reportHtml } from './report-html.ts';
export { reportStyle } from './style.ts';
export { english, type PlotName, type ReportTexts } from './texts.ts';
