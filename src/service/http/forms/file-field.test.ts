import { expect, test } from 'vitest';
import { fileField } from './file-field.ts';

const maxBytes = 3 * 1024 * 1024;
const replayField = fileField({
  field: 'replay',
  extension: '.osr',
  maxBytes,
  wrongExtension: 'replay/wrong-extension',
  tooLarge: 'replay/too-large',
});

test.each(['play.osr', 'PLAY.OSR', '.osr', 'a.osz.osr'])('%s is accepted', (name) => {
  expect(() => replayField.checkName(name)).not.toThrow();
});

test.each(['play.osz', 'osr', 'play.osr.zip', ''])('"%s" is refused because of its extension', (name) => {
  expect(() => replayField.checkName(name)).toThrow(expect.objectContaining({ code: 'replay/wrong-extension' }));
});

test('the failure of a file that is too large states the maximum size', () => {
  expect(replayField.maxBytes).toBe(maxBytes);
  expect(replayField.tooLarge()).toMatchObject({
    code: 'replay/too-large',
    message: 'Replay file exceeds maximum size of 3MB.',
  });
});
