import type { Metadata } from '../../../../game/beatmap/index.ts';
import { formatMods, type Mods, modLabel } from '../../../../game/mods/index.ts';
import type { Millis } from '../../../../game/units.ts';
import { progressBetween } from '../../animation/easing.ts';
import type { DisplayList } from '../../display-list/display-list.ts';
import { textWidth } from '../../display-list/text.ts';
import type { SceneInput } from '../../scene-input.ts';
import { drawBox, drawLabel, type Ui } from '../ui.ts';

/** What is played and by whom, shown until the play is under way. */
export interface Intro {
  readonly appears: Millis;
  readonly leaves: Millis;
  readonly lines: readonly IntroLine[];
}

interface IntroLine {
  readonly text: string;
  readonly size: number;
  /** Below the line before. */
  readonly gap: number;
  readonly light: number;
}

/** Real milliseconds. */
const longest = 12_000;
const fadeMs = 600;
const left = 40;
/** Between the counts and the lower warning arrow. */
const bottom = 532;

export function createIntro(input: SceneInput, starts: Millis): Intro {
  const { map } = input.play;
  const first = map.objects[0]?.startTime ?? 0;
  return {
    appears: Math.max(starts, first - longest * map.clockRate),
    leaves: first,
    lines: linesOf(input).filter(({ text }) => text !== ''),
  };
}

/** The title as its own people write it, or in Latin letters where that is all there is. */
export function titleOf(metadata: Metadata): { title: string; artist: string } {
  return {
    title: metadata.titleUnicode || metadata.title,
    artist: metadata.artistUnicode || metadata.artist,
  };
}

/** From when on its place is free. */
export function introGoneAt({ leaves }: Intro, clockRate: number): Millis {
  return leaves + fadeMs * clockRate;
}

export function drawIntro(list: DisplayList, ui: Ui, { appears, leaves, lines }: Intro, t: Millis): void {
  const fade = fadeMs * ui.clockRate;
  const alpha = Math.min(progressBetween(t, appears, appears + fade), 1 - progressBetween(t, leaves, leaves + fade));
  if (alpha <= 0) return;
  const room = ui.viewport.uiWidth - 2 * left;
  const height = lines.reduce((sum, { size, gap }) => sum + size + gap, 0);
  let y = bottom - height;
  drawBox(list, ui, { x: left - 16, y: y + 6, width: 4, height: height + 4 }, { colour: accent, alpha });
  for (const { text, size, gap, light } of lines) {
    // A title too long for the screen is written smaller rather than cut.
    const fitting = Math.min(size, room / Math.max(1, textWidth(ui.typeface, text)));
    y += size + gap;
    drawLabel(list, ui, text, { x: left, y, size: fitting, colour: { r: light, g: light, b: light }, alpha });
  }
}

const accent = { r: 255, g: 102, b: 170 };

function linesOf({ play, replay, mods, stars }: SceneInput): IntroLine[] {
  const { metadata } = play.map.beatmap;
  const { title, artist } = titleOf(metadata);
  const difficulty = [`[${metadata.version}]`, stars === null ? '' : `${stars.toFixed(2)}★`, modsWritten(mods)];
  return [
    { text: title, size: 40, gap: 0, light: 255 },
    { text: artist, size: 24, gap: 12, light: 225 },
    { text: difficulty.filter((part) => part !== '').join('  '), size: 24, gap: 14, light: 255 },
    { text: metadata.creator === '' ? '' : `mapped by ${metadata.creator}`, size: 18, gap: 8, light: 205 },
    { text: replay.header.player === '' ? '' : `played by ${replay.header.player}`, size: 24, gap: 18, light: 255 },
  ];
}

/** With what they were set to: `+HDDT (1.3x)`. */
function modsWritten(mods: Mods): string {
  const { acronyms } = mods;
  if (acronyms.length === 0) return '';
  const labels = acronyms.flatMap((acronym) => modLabel(mods, acronym));
  return `+${formatMods(acronyms)}${labels.length === 0 ? '' : ` (${labels.join(', ')})`}`;
}
