import { type ArchiveLimits, isFolderName } from '../../game/archive/index.ts';
import { ArchiveRefused, type ArchiveRule } from './archive-refused.ts';
import type { Entry } from './central-directory.ts';

/** Checks the rules that need only the central directory, before anything is inflated. */
export function checkEntries(entries: readonly Entry[], archiveBytes: number, limits: ArchiveLimits): void {
  for (const entry of entries) checkEntry(entry, limits);
  const declaredBytes = entries.reduce((sum, entry) => sum + entry.declaredBytes, 0);
  if (declaredBytes > limits.maxRatio * archiveBytes) {
    throw new ArchiveRefused('too-compressed', `Its ${archiveBytes} bytes unpack to ${declaredBytes}.`);
  }
  if (declaredBytes > limits.maxTotalBytes) {
    throw new ArchiveRefused('unpacks-too-large', `It unpacks to ${declaredBytes} bytes.`);
  }
}

function checkEntry(entry: Entry, limits: ArchiveLimits): void {
  const { name, isLink: link, declaredBytes } = entry;
  const path = name.replaceAll('\\', '/');
  const parts = path.split('/').filter((part) => part !== '' && part !== '.');
  const folders = isFolderName(path) ? parts.length : parts.length - 1;

  if (path.startsWith('/') || /^[a-z]:/i.test(path) || parts.includes('..') || path.includes('\0')) {
    throw refused('unsafe-path', 'leads out of the archive');
  }
  if (link) throw refused('link', 'is a link');
  if (folders > limits.maxFolderDepth) throw refused('too-deep', `lies ${folders} folders deep`);
  if (!limits.allowsNestedArchives && /\.(zip|osk|osz)$/i.test(parts.at(-1) ?? '')) {
    throw refused('nested-archive', 'is an archive itself');
  }
  if (declaredBytes > limits.maxEntryBytes) throw refused('unpacks-too-large', `unpacks to ${declaredBytes} bytes`);

  function refused(rule: ArchiveRule, why: string): ArchiveRefused {
    return new ArchiveRefused(rule, `The entry ${JSON.stringify(name.slice(0, 200))} ${why}.`);
  }
}
