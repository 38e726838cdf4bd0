import { Failure, type FailureCode } from '../failure.ts';
import { type ArchiveLimits, isFolderName } from '../osu/archive/index.ts';
import type { Member } from './archive-directory.ts';

const stored = 0;
export const deflated = 8;

/** Refuses what can be refused by the directory alone, before a byte is inflated. */
export function checkMembers(members: readonly Member[], archiveBytes: number, limits: ArchiveLimits): void {
  for (const member of members) checkMember(member, limits);
  const declaredBytes = members.reduce((sum, member) => sum + member.declaredBytes, 0);
  if (declaredBytes > limits.ratio * archiveBytes) {
    throw new Failure('skin/too-compressed', `Its ${archiveBytes} bytes unpack to ${declaredBytes}.`);
  }
  if (declaredBytes > limits.totalBytes) {
    throw new Failure('skin/unpacks-too-large', `It unpacks to ${declaredBytes} bytes.`);
  }
}

function checkMember(member: Member, limits: ArchiveLimits): void {
  const { name, method, encrypted, link, declaredBytes } = member;
  const path = name.replaceAll('\\', '/');
  const parts = path.split('/').filter((part) => part !== '' && part !== '.');
  const folders = isFolderName(path) ? parts.length : parts.length - 1;

  if (path.startsWith('/') || /^[a-z]:/i.test(path) || parts.includes('..') || path.includes('\0')) {
    throw refused('skin/unsafe-path', 'leads out of the archive');
  }
  if (link) throw refused('skin/link', 'is a link');
  if (folders > limits.folders) throw refused('skin/too-deep', `lies ${folders} folders deep`);
  if (!limits.nestedArchives && /\.(zip|osk|osz)$/i.test(parts.at(-1) ?? '')) {
    throw refused('skin/nested-archive', 'is an archive itself');
  }
  if (encrypted) throw refused('skin/encrypted', 'is encrypted');
  if (method !== stored && method !== deflated) throw refused('skin/damaged', `is packed by method ${method}`);
  if (declaredBytes > limits.memberBytes) throw refused('skin/unpacks-too-large', `unpacks to ${declaredBytes} bytes`);

  function refused(code: FailureCode, why: string): Failure {
    return new Failure(code, `The entry ${JSON.stringify(name.slice(0, 200))} ${why}.`);
  }
}
