import type { PlayUnits } from '../../../rendering/study-report/index.ts';
import type { ListedMistake } from './mistake-data.ts';
import { sentenceOf } from './sentence.ts';

const columns = [
  'song_ms',
  'object',
  'part',
  'result',
  'cause',
  'error_ms',
  'distance_px',
  'direction',
  'blocked_by',
  'combo_lost',
  'pp_lost',
  'sentence',
] as const;

type Row = Readonly<Record<(typeof columns)[number], string | number | null>>;

/** A mistake with the names of the API; objects are counted from 0 as there, errors are in real milliseconds as in the list. */
function rowOf(mistake: ListedMistake, units: PlayUnits): Row {
  const { time, object, part, result, cause, errorMs, distancePx, direction, blockedBy, comboLost, ppLost } = mistake;
  return {
    song_ms: time,
    object,
    part,
    result,
    cause,
    error_ms: rounded(errorMs === undefined ? null : errorMs / units.clockRate),
    distance_px: rounded(distancePx),
    direction: rounded(direction),
    blocked_by: blockedBy ?? null,
    combo_lost: comboLost,
    pp_lost: rounded(ppLost),
    sentence: sentenceOf(mistake, units),
  };
}

function rounded(value: number | null | undefined): number | null {
  return value === null || value === undefined ? null : Math.round(value * 100) / 100;
}

/** The mistakes as a CSV file. */
export function mistakesCsv(mistakes: readonly ListedMistake[], units: PlayUnits): string {
  const lines = mistakes.map((mistake) => {
    const row = rowOf(mistake, units);
    return columns.map((column) => cell(row[column])).join(',');
  });
  return [columns.join(','), ...lines].join('\r\n');
}

function cell(value: string | number | null): string {
  const text = String(value ?? '');
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** The mistakes as a JSON file. */
export function mistakesJson(mistakes: readonly ListedMistake[], units: PlayUnits): string {
  return JSON.stringify(
    mistakes.map((mistake) => rowOf(mistake, units)),
    null,
    2,
  );
}
