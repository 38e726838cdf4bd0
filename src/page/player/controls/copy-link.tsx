import { useEffect, useState } from 'preact/hooks';
import { copyText } from '../../copy-text.ts';
import { words } from '../../words/index.ts';
import type { Playable } from '../playable.ts';
import { addressOf, type PositionLink } from '../position-link.ts';
import { Icon } from './icons.tsx';

const copiedMs = 2_500;

export interface CopyLink {
  copy(): void;
  readonly isCopied: boolean;
}

/** Copies the link to the current moment; null where the replay has no page. */
export function useCopyLink(link: PositionLink | null, playable: Playable | null): CopyLink | null {
  const [isCopied, setCopied] = useState(false);
  useEffect(() => {
    if (!isCopied) return;
    const timer = setTimeout(() => setCopied(false), copiedMs);
    return () => clearTimeout(timer);
  }, [isCopied]);
  if (link === null || playable === null) return null;
  return {
    isCopied,
    copy: () => void copyText(addressOf(link, playable.now())).then(setCopied),
  };
}

export function CopyLinkButton({ copy, isCopied }: CopyLink) {
  const { player } = words;
  const label = player.shortcuts.copyLink;
  return (
    <span class="copy-link">
      <button type="button" class="round" onClick={copy} aria-label={label} title={label}>
        <Icon of={isCopied ? 'done' : 'link'} />
      </button>
      <span class="copied" role="status">
        {isCopied ? words.watch.copied : ''}
      </span>
    </span>
  );
}
