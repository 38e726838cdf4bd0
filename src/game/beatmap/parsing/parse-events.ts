import { isVideoName, numberOr, parseNumber, unquoteFileName } from '../../text-format/fields.ts';
import type { Lines } from '../../text-format/sections.ts';
import type { Millis } from '../../units.ts';
import type { Beatmap, Break } from '../beatmap.ts';
import { maxTime } from '../limits.ts';

/** Parses background, video and breaks; the storyboard in the same section has its own parser. */
export function parseEvents(lines: Lines, timeOffset: Millis): Pick<Beatmap, 'background' | 'video' | 'breaks'> {
  let background: string | null = null;
  let video: Beatmap['video'] = null;
  const breaks: Break[] = [];
  for (const { text } of lines) {
    if (/^[ _]/.test(text)) continue;
    const [type = '', first, second] = text.split(',', 3);
    const file = unquoteFileName(second);
    switch (type.trim().toLowerCase()) {
      case '0':
      case 'background':
        if (file !== '') background = file;
        break;
      case '1':
      case 'video':
        if (isVideoName(file)) video = { file, offset: numberOr(first, 0) + timeOffset };
        // Old editors allowed an image in place of the video.
        else if (file !== '') background = file;
        break;
      case '2':
      case 'break': {
        const start = parseNumber(first) + timeOffset;
        const end = parseNumber(second) + timeOffset;
        if (Math.abs(start) <= maxTime && end >= start && end <= maxTime) breaks.push({ start, end });
        break;
      }
    }
  }
  breaks.sort((a, b) => a.start - b.start);
  return { background, video, breaks };
}
