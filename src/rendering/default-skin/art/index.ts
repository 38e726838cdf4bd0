import { circles } from './circles.ts';
import { cursors } from './cursor.ts';
import { hud } from './hud.ts';
import { judgements } from './judgements.ts';
import { mods } from './mods.ts';
import { numbers } from './numbers.ts';
import type { Pictures } from './picture.ts';
import { ranking } from './ranking.ts';
import { slider } from './slider.ts';
import { spinner } from './spinner.ts';

/** All images of the default skin. */
export const pictures: Pictures = {
  ...circles,
  ...numbers,
  ...slider,
  ...spinner,
  ...judgements,
  ...cursors,
  ...hud,
  ...ranking,
  ...mods,
};
