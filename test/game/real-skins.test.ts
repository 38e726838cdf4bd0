import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { checkSkinArchive } from '../../src/service/skins/archive-check.ts';
import { sharedData } from '../support/shared-data.ts';

const skins = sharedData === null ? [] : await readdir(join(sharedData, 'skins'), { recursive: true });

if (sharedData === null) test('no real skin is checked: the shared data is not here', () => {});

test.each(skins.filter((name) => name.endsWith('.osk')))('%s, a skin people use, may be uploaded', async (name) => {
  await expect(checkSkinArchive(join(sharedData!, 'skins', name))).resolves.toBeUndefined();
});
