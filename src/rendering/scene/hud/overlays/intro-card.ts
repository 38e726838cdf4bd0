import { formatMods, type Mods, modLabel } from '../../../../game/mods/index.ts';
import type { Millis } from '../../../../game/units.ts';
import { progressBetween } from '../../animation/easing.ts';
import type { DisplayList } from '../../display-list/display-list.ts';
import type { SceneInput } from '../../scene-input.ts';
import { isShared } from '../../together/together.ts';
import { shortenName } from '../fit-name.ts';
import { titleOf } from '../map-title.ts';
import { drawBox, drawLabel, fittingSize, type Ui } from '../ui.ts';

/** Title, difficulty and player, shown until the first object. */
export interface IntroCard {
  readonly appears: Millis;
  readonly fadesFrom: Millis;
  readonly lines: readonly IntroLine[];
}

interface IntroLine {
  readonly text: string;
  readonly size: number;
  /** The distance to the line above. */
  readonly gap: number;
  readonly brightness: number;
}

/** Real milliseconds. */
const maxVisibleMs = 12_000;
const fadeMs = 600;
const left = 40;
/** Between the hit counts and the lower warning arrow. */
const bottom = 532;

/** Prepares the intro card. */
export function createIntroCard(input: SceneInput, opensAt: Millis): IntroCard {
  const { map } = input.play;
  const first = map.objects[0]?.startTime ?? 0;
  return {
    appears: Math.max(opensAt, first - maxVisibleMs * map.clockRate),
    fadesFrom: first,
    lines: linesOf(input).filter(({ text }) => text !== ''),
  };
}

/** When the intro card has faded out. */
export function introCardEnd({ fadesFrom }: IntroCard, clockRate: number): Millis {
  return fadesFrom + fadeMs * clockRate;
}

/** Draws the intro card. */
export function drawIntroCard(list: DisplayList, ui: Ui, { appears, fadesFrom, lines }: IntroCard, t: Millis): void {
  const fade = fadeMs * ui.clockRate;
  const alpha = Math.min(
    progressBetween(t, appears, appears + fade),
    1 - progressBetween(t, fadesFrom, fadesFrom + fade),
  );
  if (alpha <= 0) return;
  const maxWidth = ui.viewport.uiWidth - 2 * left;
  const height = lines.reduce((sum, { size, gap }) => sum + size + gap, 0);
  let y = bottom - height;
  drawBox(list, ui, { x: left - 16, y: y + 6, width: 4, height: height + 4 }, { colour: accent, alpha });
  for (const { text, size, gap, brightness } of lines) {
    const fitted = fittingSize(ui, text, { size, maxWidth });
    y += size + gap;
    drawLabel(list, ui, text, {
      x: left,
      y,
      size: fitted,
      colour: { r: brightness, g: brightness, b: brightness },
      alpha,
    });
  }
}

const accent = { r: 255, g: 102, b: 170 };

function linesOf(input: SceneInput): IntroLine[] {
  const { play, mods, stars, typeface } = input;
  const { metadata } = play.map.beatmap;
  const { title, artist } = titleOf(metadata, typeface);
  const difficulty = [
    `[${metadata.version}]`,
    stars === null ? '' : `${stars.toFixed(2)}★`,
    // The mods of one of several players would look like those of all.
    isShared(input.together) ? '' : formatModsWithSettings(mods),
  ];
  return [
    { text: title, size: 40, gap: 0, brightness: 255 },
    { text: artist, size: 24, gap: 12, brightness: 225 },
    { text: difficulty.filter((part) => part !== '').join('  '), size: 24, gap: 14, brightness: 255 },
    { text: metadata.creator === '' ? '' : `mapped by ${metadata.creator}`, size: 18, gap: 8, brightness: 205 },
    { text: playersOf(input), size: 24, gap: 18, brightness: 255 },
  ];
}

function playersOf({ replay: { header }, together }: SceneInput): string {
  if (isShared(together)) return `${together.tracks.length} players`;
  return header.player === '' ? '' : `played by ${shortenName(header.player)}`;
}

/** The mods with their settings: `+HDDT (1.3x)`. */
function formatModsWithSettings(mods: Mods): string {
  const { acronyms } = mods;
  if (acronyms.length === 0) return '';
  const labels = acronyms.flatMap((acronym) => modLabel(mods, acronym));
  return `+${formatMods(acronyms)}${labels.length === 0 ? '' : ` (${labels.join(', ')})`}`;
}
