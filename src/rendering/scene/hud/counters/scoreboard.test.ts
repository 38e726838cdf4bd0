import { expect, test } from 'vitest';
import { buildHud, playParts } from '../../../../../test/support/scene/build-hud.ts';
import { buildScene } from '../../../../../test/support/scene/build-scene.ts';
import { createDisplayList } from '../../display-list/display-list.ts';
import { drawScoreboard } from './scoreboard.ts';

const options = { scoreboard: true };

/** The text of the name and its size in skin pixels, at a time when the accuracy has fallen. */
function nameOf(player: string): { text: string; size: number } {
  const { replay } = buildScene({ ...playParts, options });
  const hud = buildHud({ options }, { replay: { ...replay, header: { ...replay.header, player } } });
  const list = createDisplayList();
  drawScoreboard(list, hud.ui, hud.scoreboard!, 4700);
  const letters = list.items.flatMap((item) =>
    item.kind === 'sprite' && item.image.startsWith('letter ') && item.tint?.r === 255 && item.tint.b === 255
      ? [item]
      : [],
  );
  const [first] = letters;
  const name = letters.filter(({ at }) => Math.abs(at.y - first!.at.y) < 1);
  return { text: name.map(({ image }) => image.slice(7)).join(''), size: first!.scale / hud.ui.viewport.uiPx };
}

// A character is half as wide as it is high: the accuracy leaves 128.5 skin pixels, 13.5 characters of the full size.
test.each([
  ['Cookiezi', 'Cookiezi', 19],
  ['fifteen letters', 'fifteenletters', 128.5 / 7.5],
  ['unlimitedfpslegit', 'unlimitedfpsleg…', 15.2],
])('the name %s is drawn as %s, with a size of %d', (player, text, size) => {
  expect(nameOf(player)).toEqual({ text, size: expect.closeTo(size) });
});
