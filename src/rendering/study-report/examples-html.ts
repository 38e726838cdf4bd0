import type { CauseShare, Example, ListedPlay } from '../../game/study/index.ts';
import type { PlayContext } from './figure.ts';
import { createNumberFormat, escapeHtml, momentTime } from './format.ts';
import { costText, mapTitle, momentText } from './moment-text.ts';

/** Finds the play of an example. */
export type PlayOf = (example: Example) => ListedPlay | undefined;

/** The most costly moments of each cause, the cause that cost most first; nothing without any. */
export function examplesHtml(causes: readonly CauseShare[], playOf: PlayOf, context: PlayContext): string {
  const { texts } = context;
  const cards = causes
    .filter(({ examples }) => examples.length > 0)
    .sort((a, b) => (b.pp_lost ?? 0) - (a.pp_lost ?? 0))
    .map((cause) => causeHtml(cause, playOf, context));
  if (cards.length === 0) return '';
  const { title, about } = texts.examples;
  return `<section class="examples"><h3>${escapeHtml(title)}</h3><p class="note">${escapeHtml(about)}</p><div class="figures">${cards.join('')}</div></section>`;
}

function causeHtml({ cause, mistakes, pp_lost, examples }: CauseShare, playOf: PlayOf, context: PlayContext): string {
  const { texts } = context;
  const format = createNumberFormat(texts.language);
  const pp = pp_lost !== null && pp_lost > 0 ? format.number(pp_lost, 1) : null;
  const items = examples.map((example) => exampleHtml(example, playOf(example), context));
  return (
    `<figure><figcaption><b>${escapeHtml(texts.causes[cause])}</b>` +
    `<span>${escapeHtml(texts.examples.total(format.number(mistakes), pp))}</span></figcaption><ol>${items.join('')}</ol></figure>`
  );
}

function exampleHtml(example: Example, play: ListedPlay | undefined, { texts, hrefOf }: PlayContext): string {
  if (play === undefined) return '';
  const time = momentTime(example.time);
  const href = hrefOf?.(example.replay_md5, example.time);
  const name = href === undefined ? `<b>${time}</b>` : `<a href="${escapeHtml(href)}">${time}</a>`;
  const date = play.played_at === null ? [] : [play.played_at.slice(0, 'YYYY-MM-DD'.length)];
  const about = [mapTitle(play), ...date, play.file].join(' · ');
  return (
    `<li>${name} <b>${escapeHtml(costText(example, texts))}</b> ${escapeHtml(momentText(example, play, texts))}` +
    `<span class="note">${escapeHtml(about)}</span></li>`
  );
}
