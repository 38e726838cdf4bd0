import { expect, test } from 'vitest';
import { readSettingArgs, settingsList } from './setting-args.ts';

test('settings of the command line take precedence over settings of the file', () => {
  const readText = (path: string) => (path === 'my.json' ? '{"cursor_size": 3}' : '');
  expect(readSettingArgs({ settings: 'my.json' }, readText)).toEqual({ cursor_size: 3 });
  expect(readSettingArgs({ settings: 'my.json', set: ['cursor_size=2.5'] }, readText)).toEqual({ cursor_size: 2.5 });
  expect(readSettingArgs({})).toEqual({});
});

test.each([
  [['cursor_size'], '--set takes NAME=VALUE, not "cursor_size".'],
  [['cursor_size=big'], 'cursor_size must be a number from 0.1 to 5, not "big".'],
  [['cursor_size='], 'cursor_size must be a number from 0.1 to 5, not "".'],
  [['cursor_size=9'], 'cursor_size must be a number from 0.1 to 5.'],
  [['cursor=1', 'size=2'], 'There is no setting "cursor".\nThere is no setting "size".'],
])('%j is refused: %s', (set, message) => {
  expect(() => readSettingArgs({ set })).toThrow(message);
});

test('a file without a JSON object is refused by its name', () => {
  expect(() => readSettingArgs({ settings: 'x.json' }, () => '[1]')).toThrow(
    'x.json is not a JSON object of settings.',
  );
});

test('the help has a line for each setting, with its choices', () => {
  expect(settingsList).toMatch(/^ {2}cursor_size=1 +Size of the cursor/m);
  expect(settingsList).toMatch(/^ {2}preview= +Also create .* sound\. One of gif or webp\.$/m);
  // The option --resolution accepts more.
  expect(settingsList).not.toContain('resolution=');
});
