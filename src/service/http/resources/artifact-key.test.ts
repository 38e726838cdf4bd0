import fc from 'fast-check';
import { expect, test } from 'vitest';
import { anyText } from '../../../../test/support/files/any-text.ts';
import { failures } from '../../../failure.ts';
import { parseArtifactKey, publicFolders } from './artifact-key.ts';

const id = '01234567-89ab-cdef-0123-456789abcdef';

test.each([
  [`videos/${id}.mp4`, `videos/${id}.mp4`],
  [`videos%2F${id}.mp4`, `videos/${id}.mp4`],
  [`logs/${id.replaceAll('-', '').toUpperCase()}.log`, `logs/${id}.log`],
  ['skins/My%20skin.osk', 'skins/My skin.osk'],
  [`skins/${'A'.repeat(32)}.osk`, `skins/${'A'.repeat(32)}.osk`],
  ['replays/x', 'replays/x'],
])('%s names the key %s', (encoded, key) => {
  expect(parseArtifactKey(encoded)?.key).toBe(key);
});

test('the refusal of other keys lists every public folder', () => {
  const [, list = ''] = / in (.*)\.$/.exec(failures['artifact/forbidden'].message) ?? [];
  expect(list.split(/, | or /)).toEqual(publicFolders);
});

test('for any path, a key is one plain file name in a public folder', () => {
  const piece = fc.constantFrom(
    '..',
    '.',
    '/',
    '%2e',
    '%2F',
    '%5c',
    '\\',
    '%',
    '%25',
    '%00',
    'videos',
    'logs',
    'x.mp4',
    'é',
  );
  const path = fc.oneof(
    anyText(),
    fc.array(piece, { maxLength: 8 }).map((pieces) => pieces.join('')),
    fc.tuple(fc.constantFrom(...publicFolders), anyText()).map((parts) => parts.join('/')),
  );
  fc.assert(
    fc.property(path, (encoded) => {
      const artifact = parseArtifactKey(encoded);
      if (artifact === null) return;
      const [folder, name, ...more] = artifact.key.split('/');
      expect(folder).toBe(artifact.folder);
      expect(publicFolders).toContain(folder);
      expect(more).toEqual([]);
      expect(name).not.toMatch(/^$|^\.|\.\.|[\\%\u0000-\u001f]/);
    }),
    { numRuns: 1000 },
  );
});

test('a name that is not plain is refused, however often it is encoded', () => {
  fc.assert(
    fc.property(
      fc.constantFrom('../x', '..\\x', 'a/b', '.', '..', 'a%00'),
      fc.integer({ min: 1, max: 3 }),
      (name, times) => {
        let encoded: string = name;
        for (let i = 0; i < times; i++) encoded = encodeURIComponent(encoded).replaceAll('.', '%2e');
        expect(parseArtifactKey(`videos/${encoded}`)).toBeNull();
      },
    ),
  );
});
