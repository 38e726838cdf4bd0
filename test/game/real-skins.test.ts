import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { validateSkin } from '../../src/service/skins/validate-skin.ts';
import { sharedData } from '../support/files/shared-data.ts';

const skins = sharedData === null ? [] : await readdir(join(sharedData, 'skins'), { recursive: true });

if (sharedData === null) test('checks no real skin without shared data', () => {});

test.each(skins.filter((name) => name.endsWith('.osk')))('accepts the upload of the real skin %s', async (name) => {
  await expect(validateSkin(join(sharedData!, 'skins', name))).resolves.toHaveProperty('author');
});
