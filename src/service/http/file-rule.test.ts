import { expect, test } from 'vitest';
import { fileRule } from './file-rule.ts';

const maxBytes = 3 * 1024 * 1024;
const rule = fileRule({
  ...{ field: 'replay', extension: '.osr', maxBytes },
  ...{ wrongExtension: 'replay/wrong-extension', tooLarge: 'replay/too-large' },
});

test.each(['play.osr', 'PLAY.OSR', '.osr', 'a.osz.osr'])('%s has the name of a replay', (name) => {
  expect(() => rule.checkName(name)).not.toThrow();
});

test.each(['play.osz', 'osr', 'play.osr.zip', ''])('"%s" is refused by its name', (name) => {
  expect(() => rule.checkName(name)).toThrow(expect.objectContaining({ code: 'replay/wrong-extension' }));
});

test('one that is too large is told how large it may be', () => {
  expect(rule.maxBytes).toBe(maxBytes);
  expect(rule.tooLarge()).toMatchObject({
    code: 'replay/too-large',
    message: 'Replay file exceeds maximum size of 3MB.',
  });
});
