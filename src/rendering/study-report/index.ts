export { momentTime } from './format.ts';
export { type Evidence, mistakeSentence, outcomeOf, type PlayUnits, sideOf } from './mistake-sentence.ts';
export { type MistakeTexts, mistakesEnglish, type Outcome, type Side } from './mistake-texts.ts';
export { costText, mapTitle, momentText } from './moment-text.ts';
export { playListHtml } from './play-list-html.ts';
export { type HrefOf, reportDocument, reportHtml } from './report-html.ts';
export { reportStyle } from './style.ts';
export { english, type PlotName, type ReportTexts } from './texts.ts';
