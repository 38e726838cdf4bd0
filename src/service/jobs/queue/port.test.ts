import { readdir, readFile } from 'node:fs/promises';
import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const root = fileURLToPath(new URL('../../../../', import.meta.url));
const port = 'src/service/jobs/queue/';

test.each(['src', 'test', 'bench'])('%s uses pg-boss only through the queue port', async (folder) => {
  const entries = await readdir(`${root}${folder}`, { recursive: true, withFileTypes: true });
  const names = entries
    .filter((entry) => entry.isFile() && entry.name.endsWith('.ts'))
    .map((entry) => relative(root, `${entry.parentPath}/${entry.name}`))
    .filter((name) => !name.startsWith(port));
  const texts = await Promise.all(names.map((name) => readFile(`${root}${name}`, 'utf8')));
  const users = names.filter((_, i) => /'pg-boss'|pgboss|render-dead-letters/i.test(texts[i] ?? ''));
  expect(users).toEqual([]);
});
