import { test } from 'vitest';
import { prepareRender } from '../../../src/rendering/render/index.ts';
import { expectStills, stillSize as size, stillOf } from '../../support/rendering/stills.ts';
import { buildRequest } from '../../support/rendering/test-render.ts';
import { modPlays, sectionPlays } from '../../support/scene/mod-plays.ts';

// Each mod and each section with the built-in skin, as images of 16×9 fields of mean colours.

const plays = [
  ...modPlays.map(([name, parts, times]) => [`mod-${name}`, parts, times] as const),
  ...sectionPlays.map(([name, parts, times]) => [`section-${name}`, parts, times] as const),
];

test.each(plays)('%s', async (name, parts, times) => {
  const prepared = await prepareRender(buildRequest({ ...parts, options: { ...size, ...parts.options } }));
  try {
    const stills: string[] = [];
    for (const t of times) {
      await prepared.renderer.draw(t);
      stills.push(`at ${t}\n${stillOf(prepared.renderer.compositor.rgba())}`);
    }
    expectStills(name, stills);
  } finally {
    await prepared.renderer.close();
  }
});
