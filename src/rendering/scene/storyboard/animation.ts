import type { StoryboardSprite } from '../../../game/storyboard/index.ts';
import type { Millis } from '../../../game/units.ts';

/** The file a sprite shows when it has lived for so long. */
export function fileAt({ file, animation }: StoryboardSprite, age: Millis): string {
  if (animation === null) return file;
  const { frames, delay, loops } = animation;
  const passed = delay > 0 ? Math.max(Math.floor(age / delay), 0) : 0;
  return frameFile(file, loops ? passed % frames : Math.min(passed, frames - 1));
}

/** `sb/fire.png` is `sb/fire2.png` as its frame 2. */
function frameFile(file: string, frame: number): string {
  const dot = file.lastIndexOf('.');
  return dot > file.lastIndexOf('/') ? `${file.slice(0, dot)}${frame}${file.slice(dot)}` : `${file}${frame}`;
}
