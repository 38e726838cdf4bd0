import type { Job } from '../../jobs/index.ts';

/** File systems allow 255 bytes for a whole name. */
const maxBytes = 200;

/**
 * The name under which browsers save a file of a job: `Player - Title [Difficulty].mp4`. Undefined until the map is known:
 * the file then keeps its name in storage.
 */
export function fileNameOf(
  { replay, mapTitle }: Pick<Job, 'replay' | 'mapTitle'>,
  extension: string,
): string | undefined {
  if (mapTitle === '') return undefined;
  const [, title = mapTitle] = / - (.*)$/s.exec(mapTitle) ?? [];
  // A map without a difficulty name has empty brackets.
  const map = title.replace(/\[\]$/, '').trim();
  const stem = shorten(safe([replay.player, map].filter((part) => part !== '').join(' - ')));
  return stem === '' ? undefined : `${stem}.${extension}`;
}

/** Replaces what Windows forbids in file names, and removes invisible characters and the dots that hide a file. */
function safe(text: string): string {
  return text
    .replace(/\s+/g, ' ')
    .replace(/[\p{Cc}\p{Cf}\p{Cs}]/gu, '')
    .replace(/[\\/:*?"<>|]/g, '_')
    .replace(/^[. ]+/, '');
}

function shorten(text: string): string {
  let result = '';
  for (const character of text) {
    if (Buffer.byteLength(result + character) > maxBytes) break;
    result += character;
  }
  return result.trimEnd();
}
