import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { collect, createBackupFile, openBackupFile } from './backup-file.ts';

let folder: string;
let path: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'reprise-archive-'));
  path = join(folder, 'backup.tar');
  onTestFinished(() => rmSync(folder, { recursive: true }));
});

const files: Record<string, string> = {
  'backup.json': '{}',
  empty: '',
  [`objects/skins/${'ä long name '.repeat(12)}.osk`]: 'x'.repeat(511),
  'objects/videos/block.mp4': 'y'.repeat(512),
  'objects/videos/more.mp4': 'z'.repeat(700_000),
};

async function writeArchive(): Promise<void> {
  const archive = await createBackupFile(path, new Date(1_700_000_000_000));
  for (const [name, text] of Object.entries(files)) {
    const bytes = Buffer.from(text);
    await archive.add({ name, sizeBytes: bytes.length }, [bytes.subarray(0, 3), bytes.subarray(3)]);
  }
  expect(readdirSync(folder)).not.toContain('backup.tar');
  await archive.finish();
}

test('entries are read back in order, followed by the checksum', async () => {
  await writeArchive();
  const archive = await openBackupFile(path);
  const found: [string, string][] = [];
  for await (const { name, read } of archive.entries()) found.push([name, (await collect(read())).toString()]);
  await archive.close();
  expect(found.slice(0, -1)).toEqual(Object.entries(files));
  expect(found.at(-1)![0]).toBe('seal.json');
  expect(statSync(path).mode & 0o777).toBe(0o600);
});

test('tar can list and unpack a backup', async () => {
  await writeArchive();
  const names = execFileSync('tar', ['tf', path], { encoding: 'utf8', env: { ...process.env, LC_ALL: 'C.UTF-8' } });
  expect(
    names
      .trim()
      .split('\n')
      .map((name) => name.replaceAll(/\\(\d{3})/g, '')),
  ).toHaveLength(Object.keys(files).length + 1);
  expect(execFileSync('tar', ['xOf', path, 'objects/videos/more.mp4'], { encoding: 'utf8' })).toBe('z'.repeat(700_000));
});

test('an abandoned archive leaves no file behind', async () => {
  const archive = await createBackupFile(path, new Date());
  await expect(archive.add({ name: 'a', sizeBytes: 5 }, [Buffer.from('four')])).rejects.toThrow('4 bytes, expected 5');
  await archive.abandon();
  expect(readdirSync(folder)).toEqual([]);
});

test.each<[what: string, damage: (bytes: Buffer) => Buffer]>([
  ['a changed byte of a file', (bytes) => bytes.fill('Z', 600_000, 600_001)],
  ['a changed byte of a header', (bytes) => bytes.fill('B', 0, 1)],
  ['a missing end', (bytes) => bytes.subarray(0, 600_000)],
  ['a missing checksum', (bytes) => Buffer.concat([bytes.subarray(0, -2560), Buffer.alloc(1024)])],
  ['a damaged checksum', (bytes) => bytes.fill('x', bytes.indexOf('{"sha256"'), bytes.indexOf('{"sha256"') + 8)],
  ['no bytes at all', () => Buffer.alloc(0)],
  ['another kind of file', () => Buffer.from('PK\x03\x04'.repeat(1000))],
  ['zeros', () => Buffer.alloc(10_240)],
])('%s is detected before any entry is used', async (_, damage) => {
  await writeArchive();
  writeFileSync(path, damage(readFileSync(path)));
  await expect(openBackupFile(path)).rejects.toMatchObject({ code: 'backup/unreadable' });
});

test('a folder and a missing file are no backups', async () => {
  const isRefused = (message: string) => expect.objectContaining({ code: 'backup/unreadable', message });
  await expect(openBackupFile(folder)).rejects.toEqual(isRefused(`${folder} is not a file.`));
  await expect(openBackupFile(path)).rejects.toEqual(isRefused(`Cannot read ${path} (ENOENT).`));
});

test('a backup that cannot be written is a failure with the reason', async () => {
  const absent = join(folder, 'absent', 'backup.tar');
  await expect(createBackupFile(absent, new Date())).rejects.toMatchObject({
    code: 'storage/unavailable',
    message: `Cannot write ${absent} (ENOENT).`,
  });
});
