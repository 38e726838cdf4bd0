import { isVideoName, numberOr, parseNumber, unquoteFileName } from '../../text-format/fields.ts';
import type { Line } from '../../text-format/sections.ts';
import type { Millis } from '../../units.ts';
import type { Beatmap, Break } from '../beatmap.ts';
import { maxTime } from '../limits.ts';

/** Background, video and breaks; the storyboard among the same lines is read apart. */
export function parseEvents(
  lines: readonly Line[],
  timeOffset: Millis,
): Pick<Beatmap, 'background' | 'video' | 'breaks'> {
  let background: string | null = null;
  let video: Beatmap['video'] = null;
  const breaks: Break[] = [];
  for (const { text } of lines) {
    if (/^[ _]/.test(text)) continue;
    const fields = text.split(',');
    const file = unquoteFileName(fields[2]);
    switch (fields[0]!.trim().toLowerCase()) {
      case '0':
      case 'background':
        if (file !== '') background = file;
        break;
      case '1':
      case 'video':
        if (isVideoName(file)) video = { file, offset: numberOr(fields[1], 0) + timeOffset };
        // Old editors could put an image where the video goes.
        else if (file !== '') background = file;
        break;
      case '2':
      case 'break': {
        const start = parseNumber(fields[1]) + timeOffset;
        const end = parseNumber(fields[2]) + timeOffset;
        if (Math.abs(start) <= maxTime && end >= start && end <= maxTime) breaks.push({ start, end });
        break;
      }
    }
  }
  breaks.sort((a, b) => a.start - b.start);
  return { background, video, breaks };
}
