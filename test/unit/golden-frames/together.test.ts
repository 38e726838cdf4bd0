import { expect, test } from 'vitest';
import { drawResults } from '../../../src/rendering/scene/hud/index.ts';
import { drawNameTag } from '../../../src/rendering/scene/hud/overlays/name-tag.ts';
import { drawStandings } from '../../../src/rendering/scene/hud/standings/standings.ts';
import { type DisplayList, playerColour, type Scene } from '../../../src/rendering/scene/index.ts';
import { drawDropOutLabels } from '../../../src/rendering/scene/together/drop-out-labels.ts';
import { drawPlayerCursors } from '../../../src/rendering/scene/together/player-cursors.ts';
import { printHud } from '../../support/scene/build-hud.ts';
import { buildTogether } from '../../support/scene/build-together.ts';

// Generated players of the demo as text, at 1920×1080 unless they are tall.

const ghosts = buildTogether(4, { layout: 'ghosts' });
const crowd = buildTogether(20, { layout: 'ghosts' });
const knockoutCrowd = buildTogether(30, { layout: 'knockout' });
const knockout = buildTogether(6, { layout: 'knockout', lives: 2 });
const tallKnockout = buildTogether(30, { layout: 'knockout' }, { width: 1080, height: 1920 });
const firstDrop = Math.min(...knockout.dropOutLabels.map(({ time }) => time));
const resultsAt = (scene: Scene) => (scene.resultsAt ?? 0) + 1000;

const standings = (scene: Scene) => (list: DisplayList, t: number) => {
  if (scene.hud.standings) drawStandings(list, scene.hud.ui, scene.hud.standings, t);
};
const cursors = (scene: Scene) => (list: DisplayList, t: number) => {
  if (scene.playerCursors) drawPlayerCursors(list, scene.playerCursors, t);
};
const labels = (scene: Scene) => (list: DisplayList, t: number) =>
  drawDropOutLabels(list, scene.hud.ui, scene.dropOutLabels, t);
const results = (scene: Scene) => (list: DisplayList, t: number) => drawResults(list, scene.hud, t);

/** Names as they may be in a file; the typeface of these tests has only some letters. */
function drawNameTags(list: DisplayList): void {
  const names = ['Aurelia', '<b>bold</b>', 'x'.repeat(200)];
  for (const [player, name] of names.entries())
    drawNameTag(list, ghosts.hud.ui, { name, colour: playerColour(player) });
}

test.each<[string, (list: DisplayList, t: number) => void, readonly number[]]>([
  ['ghosts-standings', standings(ghosts), [0, 9_000, 30_000]],
  ['ghosts-standings-crowd', standings(crowd), [30_000]],
  ['ghosts-cursors', cursors(ghosts), [8_030]],
  ['ghosts-results', results(ghosts), [resultsAt(ghosts)]],
  ['knockout-standings', standings(knockout), [firstDrop - 1, firstDrop + 1000, 50_000]],
  ['knockout-standings-crowd', standings(knockoutCrowd), [20_000]],
  ['knockout-labels', labels(knockout), [firstDrop + 300, firstDrop + 1_900]],
  ['knockout-results', results(knockout), [resultsAt(knockout)]],
  ['knockout-results-tall', results(tallKnockout), [resultsAt(tallKnockout)]],
  ['split-name-tags', (list) => drawNameTags(list), [0]],
])('together-%s', async (name, draw, times) => {
  await expect(printHud(draw, times)).toMatchFileSnapshot(`../../golden/together/${name}.txt`);
});
