import { expect, test } from 'vitest';
import { filesInFolders, maxEntries } from './files-in-folders.ts';

/** A file or folder as browsers give it; `null` stands for one that cannot be read. */
type Tree = { readonly [name: string]: Tree | 'file' | null };

function entryOf(name: string, content: Tree | 'file' | null): FileSystemEntry {
  const isFile = content === 'file';
  const entry = {
    name,
    isFile,
    isDirectory: !isFile,
    file: (done: (file: File) => void) => done(new File([], name)),
    createReader() {
      const entries = Object.entries(content ?? {}).map(([each, inside]) => entryOf(each, inside));
      return {
        readEntries(done: (entries: FileSystemEntry[]) => void, failed: () => void) {
          if (content === null) failed();
          // As Chromium: at most 100 at a time.
          else done(entries.splice(0, 100));
        },
      };
    },
  };
  return entry as unknown as FileSystemEntry;
}

const folder = (content: Tree | null) => entryOf('dropped', content) as FileSystemDirectoryEntry;
const namesIn = async (...folders: FileSystemDirectoryEntry[]) =>
  (await filesInFolders(folders, /\.osr$/i)).map(({ name }) => name);

test('replays are found in folders of any depth, and nothing else is', async () => {
  const first = folder({ 'a.osr': 'file', 'cover.jpg': 'file', deep: { deeper: { 'B.OSR': 'file' } }, 'no.osr': {} });
  expect(await namesIn(first, folder({ 'c.osr': 'file' }))).toEqual(['a.osr', 'c.osr', 'B.OSR']);
});

test('all entries of a folder are read, also if they come in parts', async () => {
  const many = Object.fromEntries(Array.from({ length: 250 }, (_, i) => [`${i}.osr`, 'file' as const]));
  expect(await namesIn(folder(many))).toHaveLength(250);
});

test('a folder that cannot be read is left out', async () => {
  expect(await namesIn(folder({ locked: null, 'a.osr': 'file' }))).toEqual(['a.osr']);
});

test(`no more than ${maxEntries} entries are read`, async () => {
  const many = Object.fromEntries(Array.from({ length: maxEntries + 100 }, (_, i) => [`${i}.osr`, 'file' as const]));
  expect(await namesIn(folder(many), folder({ 'late.osr': 'file' }))).toHaveLength(maxEntries);
});
