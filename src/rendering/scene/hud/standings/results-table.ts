import { finalPlaces, type PlayerTrack } from '../../../../game/together/index.ts';
import type { Millis, Rgb } from '../../../../game/units.ts';
import { type CachedDraw, cacheLast } from '../../display-list/cache-last.ts';
import type { DisplayList } from '../../display-list/display-list.ts';
import { textWidth } from '../../display-list/text.ts';
import type { SceneInput } from '../../scene-input.ts';
import { playerColour } from '../../together/player-colours.ts';
import { isShared, type Together } from '../../together/together.ts';
import { formatAccuracy } from '../counters/accuracy-counter.ts';
import { fitName } from '../fit-name.ts';
import { formatPlace, formatTime, groupDigits } from '../format-numbers.ts';
import { titleOf } from '../map-title.ts';
import { type Box, drawBox, drawLabel, drawSharpBox, fillScreen, fittingSize, type Ui } from '../ui.ts';

/** The results of all players, in the order of their places. */
export interface ResultsTable {
  readonly opensAt: Millis;
  readonly headline: string;
  readonly subtitle: string;
  readonly columns: readonly string[];
  readonly rows: readonly TableRow[];
  readonly draw: CachedDraw<{ readonly ui: Ui; readonly table: ResultsTable }>;
}

interface TableRow {
  readonly place: string;
  readonly colour: Rgb;
  readonly name: string;
  /** The texts of the columns after the name. */
  readonly cells: readonly string[];
  readonly isWinner: boolean;
}

const black: Rgb = { r: 0, g: 0, b: 0 };
const white: Rgb = { r: 255, g: 255, b: 255 };
const grey: Rgb = { r: 200, g: 200, b: 212 };
const gold: Rgb = { r: 255, g: 215, b: 90 };
const stripHeight = 96;
const area = { top: 112, bottom: 744, margin: 28, maxWidth: 1180, gap: 24 };
const headerHeight = 30;
const maxRowHeight = 50;
const nameGap = 12;
/** More players are in two blocks side by side. */
const maxInOneBlock = 20;

/** Prepares the table; null if the scene has none. */
export function createResultsTable(input: SceneInput, opensAt: Millis | null): ResultsTable | null {
  const { together } = input;
  if (opensAt === null || !isShared(together)) return null;
  const { tracks, knockout } = together;
  const isWide = tracks.length <= maxInOneBlock;
  const hasMods = isWide && tracks.some(({ mods }) => mods.acronyms.length > 0);
  const { metadata } = input.play.map.beatmap;
  const { title, artist } = titleOf(metadata, input.typeface);
  const rules =
    knockout === null
      ? ''
      : ` · knockout with ${knockout.lives} ${knockout.lives === 1 ? 'life' : 'lives'} · numbers of the whole plays`;
  return {
    opensAt,
    headline: `${artist} - ${title} [${metadata.version}]`,
    subtitle: `${tracks.length} players${rules}`,
    columns: [
      ...(hasMods ? ['mods'] : []),
      'score',
      'accuracy',
      'combo',
      ...(isWide ? ['misses'] : []),
      ...(knockout ? ['out'] : []),
    ],
    rows: rowsOf(together, { isWide, hasMods }),
    draw: cacheLast(drawTable),
  };
}

/** The rows in the order of the places. */
function rowsOf(together: Together, shape: TableShape): TableRow[] {
  const places = finalPlaces(together.tracks, together);
  return together.tracks
    .map((track, player) => ({ track, player, place: places[player] ?? 0 }))
    .sort((a, b) => a.place - b.place)
    .map((each) => rowOf(together, { ...each, ...shape }));
}

interface TableShape {
  readonly isWide: boolean;
  readonly hasMods: boolean;
}

interface RowInput extends TableShape {
  readonly track: PlayerTrack;
  readonly player: number;
  readonly place: number;
}

function rowOf({ knockout }: Together, { track, player, place, isWide, hasMods }: RowInput): TableRow {
  const { name, mods, shown, failedAt } = track;
  const dropOut = knockout?.dropOuts[player] ?? null;
  const isWinner = place === 1;
  const acronyms = mods.acronyms.join(' ');
  return {
    place: formatPlace(place),
    colour: playerColour(player),
    name,
    cells: [
      ...(hasMods ? [acronyms] : []),
      groupDigits(shown.score),
      formatAccuracy(shown.accuracy, mods.rules),
      `${shown.maxCombo}x`,
      ...(isWide ? [failedAt === null ? String(shown.misses) : 'failed'] : []),
      ...(knockout ? [dropOut === null ? (isWinner ? 'winner' : 'finished') : formatTime(dropOut.time)] : []),
    ],
    isWinner,
  };
}

/** Draws the table. */
export function drawResultsTable(list: DisplayList, ui: Ui, table: ResultsTable): void {
  table.draw(list, { ui, table });
}

function drawTable(list: DisplayList, { ui, table }: { readonly ui: Ui; readonly table: ResultsTable }): void {
  const { rows, headline, subtitle } = table;
  const { uiWidth } = ui.viewport;
  fillScreen(list, ui, { colour: black, alpha: 0.45 });
  drawBox(list, ui, { x: 0, y: 0, width: uiWidth, height: stripHeight }, { colour: black, alpha: 0.8 });
  const textWidthMax = uiWidth - 2 * area.margin;
  const size = fittingSize(ui, headline, { size: 32, maxWidth: textWidthMax });
  drawLabel(list, ui, headline, { x: area.margin, y: 44, size });
  drawLabel(list, ui, subtitle, { x: area.margin, y: 78, size: 22, colour: grey });

  const blocks = rows.length <= maxInOneBlock ? 1 : 2;
  const perBlock = Math.ceil(rows.length / blocks);
  const whole = Math.min(uiWidth - 2 * area.margin, blocks === 1 ? area.maxWidth : Number.POSITIVE_INFINITY);
  const width = (whole - (blocks - 1) * area.gap) / blocks;
  const height = Math.min(maxRowHeight, (area.bottom - area.top - headerHeight) / perBlock);
  const left = (uiWidth - whole) / 2;
  for (let block = 0; block < blocks; block++) {
    const box = { x: left + block * (width + area.gap), y: area.top, width, height };
    drawBlock(list, ui, { table, rows: rows.slice(block * perBlock, (block + 1) * perBlock), box });
  }
}

interface Block {
  readonly table: ResultsTable;
  readonly rows: readonly TableRow[];
  /** The place of the header; its height is that of a row. */
  readonly box: Box;
}

function drawBlock(list: DisplayList, ui: Ui, { table, rows, box }: Block): void {
  const { columns } = table;
  const { x, y, width, height } = box;
  // In a narrow block, large numbers would leave no space for the names.
  const size = Math.min(24, height * 0.6, width / 26);
  const nameX = x + 12 + size * 3.1;
  const step = Math.min(150, (width * 0.62) / columns.length);
  const rightOf = (column: number) => x + width - 14 - (columns.length - 1 - column) * step;
  const fitCell = (text: string) => fittingSize(ui, text, { size, maxWidth: step - 10 });
  for (const [i, column] of columns.entries())
    drawLabel(list, ui, column, { x: rightOf(i), y: y + 20, size: 16, align: 'right', colour: grey });
  for (const [i, row] of rows.entries()) {
    const top = y + headerHeight + i * height;
    const baseline = top + height / 2 + size * 0.34;
    const colour = row.isWinner ? gold : white;
    const label = { y: baseline, size, colour, shadow: false } as const;
    drawSharpBox(
      list,
      ui,
      { x, y: top, width, height: height - 2 },
      { colour: black, alpha: row.isWinner ? 0.8 : 0.6 },
    );
    drawSharpBox(list, ui, { x, y: top, width: 8, height: height - 2 }, { colour: row.colour });
    drawLabel(list, ui, row.place, {
      ...label,
      x: nameX - size * 0.5,
      align: 'right',
      colour: row.isWinner ? gold : grey,
    });
    const [firstCell = ''] = row.cells;
    const nameRight = rightOf(0) - textWidth(ui.typeface, firstCell) * fitCell(firstCell) - nameGap;
    const fitted = fitName(ui, row.name, { size, maxWidth: nameRight - nameX });
    drawLabel(list, ui, fitted.text, { ...label, x: nameX, size: fitted.size });
    for (const [column, text] of row.cells.entries())
      drawLabel(list, ui, text, { ...label, x: rightOf(column), size: fitCell(text), align: 'right' });
  }
}
