import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Card } from '../../rendering/card/index.ts';
import { createCardDrawer } from './card-drawer.ts';

test('a card is drawn in a child, which gets an empty environment', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'reprise-card-'));
  try {
    const childPath = join(folder, 'child.mjs');
    await writeFile(
      childPath,
      `process.on('message', (task) => {
         const text = JSON.stringify([task, Object.keys(process.env)]);
         process.send({ kind: 'done', result: Buffer.from(text) });
       });
       process.send({ kind: 'ready' });`,
    );
    const draw = createCardDrawer({ assets: '/assets', childPath });
    const card: Card = { title: 'Title', difficulty: null, player: 'mira', mods: [], grade: null, values: [] };
    const task = { card, picture: null, glyphs: join('/assets', 'glyphs') };
    expect(JSON.parse((await draw(card, null)).toString())).toEqual([task, []]);
  } finally {
    await rm(folder, { recursive: true });
  }
});
