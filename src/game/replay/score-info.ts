import { Failure } from '../../failure.ts';
import type { LazerMod, ScoreInfo } from './replay.ts';

/** Far more than a player can select. */
const maxMods = 64;
const maxEntries = 128;

/** Parses lazer's JSON. Keys of the wrong type count as missing; invalid JSON means a damaged file. */
export function parseScoreInfo(text: Uint8Array): ScoreInfo {
  const info = recordOf(parseJson(text));
  return {
    mods: listOf(info.mods).slice(0, maxMods).flatMap(modOf),
    statistics: countsOf(info.statistics),
    maximumStatistics: countsOf(info.maximum_statistics),
    clientVersion: typeof info.client_version === 'string' ? info.client_version : '',
    rank: typeof info.rank === 'string' ? info.rank : null,
    totalScoreWithoutMods: Number.isSafeInteger(info.total_score_without_mods)
      ? Number(info.total_score_without_mods)
      : null,
  };
}

/** Formats score details as lazer's JSON. */
export function writeScoreInfo(info: ScoreInfo): Uint8Array {
  const json = {
    online_id: -1,
    mods: info.mods.map(({ acronym, settings }) =>
      Object.keys(settings).length === 0 ? { acronym } : { acronym, settings },
    ),
    statistics: info.statistics,
    maximum_statistics: info.maximumStatistics,
    client_version: info.clientVersion,
    rank: info.rank ?? undefined,
    total_score_without_mods: info.totalScoreWithoutMods ?? undefined,
  };
  return new TextEncoder().encode(JSON.stringify(json));
}

function parseJson(text: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(text));
  } catch (cause) {
    throw new Failure('replay/unreadable', 'The score details at the end of the file are not valid JSON.', { cause });
  }
}

function modOf(value: unknown): LazerMod[] {
  const { acronym, settings } = recordOf(value);
  if (typeof acronym !== 'string') return [];
  if (!/^[A-Z0-9]{1,4}$/.test(acronym)) {
    const name = JSON.stringify(acronym.slice(0, 16));
    throw new Failure('replay/unreadable', `The score details contain an invalid mod acronym: ${name}.`);
  }
  return [
    { acronym, settings: pick(settings, (v) => v === null || ['number', 'string', 'boolean'].includes(typeof v)) },
  ];
}

function countsOf(value: unknown): Record<string, number> {
  return pick(value, (v) => typeof v === 'number' && Number.isSafeInteger(v) && v >= 0) as Record<string, number>;
}

// Uses fromEntries because assigning to the key "__proto__" would change the prototype.
function pick(value: unknown, accepts: (value: unknown) => boolean): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(recordOf(value))
      .filter(([, v]) => accepts(v))
      .slice(0, maxEntries),
  );
}

function recordOf(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : {};
}

function listOf(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}
