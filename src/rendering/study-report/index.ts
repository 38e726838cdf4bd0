export { type Evidence, mistakeSentence, outcomeOf, type PlayUnits, sideOf } from './mistake-sentence.ts';
export { type MistakeTexts, mistakesEnglish, type Outcome, type Side } from './mistake-texts.ts';
export { reportDocument, reportHtml } from './report-html.ts';
export { reportStyle } from './style.ts';
export { english, type PlotName, type ReportTexts } from './texts.ts';
