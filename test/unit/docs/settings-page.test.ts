import { expect, test } from 'vitest';
import { expectedOf, type Setting, type SettingName, settingsTable } from '../../../src/contract/settings/index.ts';
import { type SettingGroup, settingGroups } from '../../../src/page/submit/settings/setting-groups.ts';
import { en } from '../../../src/page/words/en.ts';

/** The form of the page has other controls for these settings; they are the first of their group. */
const firstOf: Partial<Record<SettingGroup, readonly SettingName[]>> = {
  clip: ['resolution', 'clip_start', 'clip_end'],
};

const page = `# Settings

A render has two kinds of settings. The basic ones are form fields of POST /v1/render and options of the command
line. All others are members of one JSON object, which the form field \`settings\` contains.

\`\`\`sh
curl -F replay=@play.osr -F bg_dim=0.8 -F 'settings={"cursor_size": 1.5}' http://127.0.0.1:8727/v1/render
bin/reprise render play.osr -b map.osz --bg-dim 0.8 --set cursor_size=1.5
bin/reprise render play.osr -b map.osz --settings my-settings.json
\`\`\`

Settings that are not sent have their defaults. The service returns 422 for an unknown setting or an invalid value, and the
response names up to 16 of them. The job returns the form fields in \`config\` and the other settings in \`config.settings\`.

## Form fields

${tableOf(settingsTable.fields, String)}

A flag also accepts 1 and 0, yes and no, on and off, t and f, y and n, in any case. In the legacy interface, \`quality\`
replaces \`resolution\`. On the command line, \`--skin\` takes a file or a folder and \`--resolution\` any size.

## Members of the field \`settings\`

${Object.entries(settingGroups).map(sectionOf).join('')}The legacy interface ignores the field \`settings\`. Danser obeys only \`resolution\`, \`vertical\`, \`fps\` and \`preview\`
of these settings.

## Several replays in one video

On the command line, these are options: \`--layout ghosts\`, \`--knockout-lives 3\`. In the service, they are members of the field
\`settings\` of POST /v1/render/together, beside those above; without a layout, it is \`ghosts\`. POST /v1/render has one replay and
returns 422 for them, as for any unknown setting.

${tableOf(settingsTable.layout, JSON.stringify)}

This page is generated from \`src/contract/settings/settings-table.ts\` by \`npm run docs:settings\`. A test compares the two.
`;

function sectionOf([name, settings]: [string, readonly SettingName[]]): string {
  const group = name as SettingGroup;
  const names = [...(firstOf[group] ?? []), ...settings];
  if (names.length === 0) return '';
  const rows = Object.fromEntries(names.map((setting) => [setting, settingsTable.settings[setting]]));
  return `### ${en.options.settingGroups[group]}\n\n${tableOf(rows, JSON.stringify)}\n\n`;
}

function tableOf(rows: Readonly<Record<string, Setting>>, format: (choice: string | number) => string): string {
  const lines = Object.entries(rows).map(
    ([name, row]) => `| \`${name}\` | ${defaultOf(row)} | ${expectedOf(row, format)} | ${row.description} |`,
  );
  return ['| name | default | value | description |', '|---|---|---|---|', ...lines].join('\n');
}

function defaultOf({ default: preset }: Setting): string {
  return preset === null ? 'not set' : `\`${preset}\``;
}

test('docs/settings.md is generated from the settings table', async () => {
  await expect(page).toMatchFileSnapshot('../../../docs/settings.md');
});
