import type { StoryboardSprite } from '../../../game/storyboard/index.ts';
import type { Millis } from '../../../game/units.ts';

/** The file that a sprite shows at an age. */
export function fileAt({ file, animation }: StoryboardSprite, age: Millis): string {
  if (animation === null) return file;
  const { frames, delay, loops } = animation;
  const elapsedFrames = delay > 0 ? Math.max(Math.floor(age / delay), 0) : 0;
  return frameFile(file, loops ? elapsedFrames % frames : Math.min(elapsedFrames, frames - 1));
}

/** The file of one frame: frame 2 of `sb/fire.png` is `sb/fire2.png`. */
function frameFile(file: string, frame: number): string {
  const dot = file.lastIndexOf('.');
  return dot > file.lastIndexOf('/') ? `${file.slice(0, dot)}${frame}${file.slice(dot)}` : `${file}${frame}`;
}
