import { createHash } from 'node:crypto';
import { Failure } from '../../failure.ts';
import { type Archive, archiveLimits, openArchive, skinArchiveLimits } from '../../game/archive/index.ts';
import { parseBeatmap } from '../../game/beatmap/index.ts';
import { findSkinIni, parseSkinIni } from '../../game/skin/index.ts';
import { type Inspection, tally } from './inspection.ts';
import type { Fact, Facts } from './outline.ts';
import { skinElementFacts, skinIniFacts } from './skin.ts';

export function inspectArchive(bytes: Uint8Array, path: string): Inspection {
  const isSkin = /\.osk$/i.test(path);
  const archive = openArchive(bytes, isSkin ? skinArchiveLimits : archiveLimits);
  const names = archive.entries.map(({ name }) => name);
  const total = archive.entries.reduce((sum, entry) => sum + entry.bytes, 0);
  const damaged = damagedEntries(archive);
  return {
    facts: [
      ['archive', `${names.length} files, ${bytes.length} bytes packed, ${total} unpacked`],
      ['kinds', tally(names.map(extensionOf))],
      ...(isSkin ? skinFacts(archive, names) : [['beatmaps', '', difficulties(archive, names)] as const]),
      ['damaged', null, damaged.map(({ name, failure }) => [name, failure.message])],
    ],
    refusal: damaged[0]?.failure ?? null,
  };
}

function skinFacts(archive: Archive, names: readonly string[]): Facts {
  const iniName = findSkinIni(names);
  const ini = parseSkinIni(iniName === null ? null : readOrNull(archive, iniName));
  return [...skinIniFacts(ini), ...skinElementFacts(names, ini)];
}

function difficulties(archive: Archive, names: readonly string[]): Facts {
  return names.filter((name) => /\.osu$/i.test(name)).map((name): Fact => [name, describeBeatmap(archive, name)]);
}

function describeBeatmap(archive: Archive, name: string): string {
  try {
    const bytes = archive.read(name) ?? new Uint8Array();
    const { beatmap } = parseBeatmap(bytes);
    const md5 = createHash('md5').update(bytes).digest('hex');
    return `${md5}, mode ${beatmap.general.mode}, ${beatmap.objects.length} objects`;
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    return error.message;
  }
}

/** Reads every entry, because only that shows whether it is damaged. */
function damagedEntries(archive: Archive): { name: string; failure: Failure }[] {
  return archive.entries.flatMap(({ name }) => {
    try {
      archive.read(name);
      return [];
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      return [{ name, failure: error }];
    }
  });
}

function readOrNull(archive: Archive, name: string): Uint8Array | null {
  try {
    return archive.read(name);
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    return null;
  }
}

function extensionOf(name: string): string {
  return /\.[^./]+$/.exec(name)?.[0].toLowerCase() ?? 'no extension';
}
