import { expect, test } from 'vitest';
import { expectedOf, type Setting, settingsTable } from '../src/contract/zod-free/index.ts';

const page = `# Settings

The form field \`settings\` of POST /v1/render holds everything that can be chosen beyond the form's other fields, as one JSON
object. What is left out is as the table says, and so is a render without the field.

\`\`\`sh
curl -F replay=@play.osr -F 'settings={"cursor_size": 1.5}' http://127.0.0.1:8727/v1/render
bin/reprise render play.osr -b map.osz --set cursor_size=1.5
bin/reprise render play.osr -b map.osz --settings my-settings.json
\`\`\`

A name that is not in the table, or a value that does not fit, is refused with a 422 that says which. The job tells in
\`config.settings\` what was asked for. The legacy interface has no settings; of these, danser knows only
the size, the frames a second and \`preview\`.

| name | default | may be | what it does |
|---|---|---|---|
${Object.entries<Setting>(settingsTable)
  .map(([name, setting]) => `| \`${name}\` | ${presetOf(setting)} | ${expectedOf(setting)} | ${setting.description} |`)
  .join('\n')}

This page is made from the table in \`src/contract/zod-free/settings-table.ts\` by \`npm run docs:settings\`, and a test compares the
two.
`;

function presetOf({ default: preset }: Setting): string {
  return preset === null ? 'not set' : `\`${preset}\``;
}

test('docs/settings.md says what the table of settings says', async () => {
  await expect(page).toMatchFileSnapshot('../docs/settings.md');
});
