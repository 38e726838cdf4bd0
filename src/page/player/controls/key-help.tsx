import { useEffect, useRef } from 'preact/hooks';
import { words } from '../../words/index.ts';

type Shortcut = keyof typeof words.player.shortcuts;

/** The keys as they are printed on a keyboard; a name in the words is translated. */
const shortcuts: readonly (readonly [keys: readonly string[], shortcut: Shortcut])[] = [
  [['space', 'K'], 'playPause'],
  [['←', '→'], 'skip'],
  [['J', 'L'], 'skipMore'],
  [[',', '.'], 'step'],
  [['home', 'end'], 'ends'],
  [['<', '>'], 'speed'],
  [['↑', '↓'], 'volume'],
  [['M'], 'mute'],
  [['F'], 'fullScreen'],
  [['A', 'B'], 'loop'],
  [['X'], 'clearLoop'],
  [['C'], 'copyLink'],
  [['?'], 'help'],
];

const marks = ['miss', 'break', 'introEnd', 'loop'] as const;

interface KeyHelpProps {
  readonly isOpen: boolean;
  readonly hasLink: boolean;
  readonly onClose: () => void;
}

/** Lists the keyboard shortcuts and explains the marks of the seek bar. */
export function KeyHelp({ isOpen, hasLink, onClose }: KeyHelpProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const { player } = words;
  useEffect(() => {
    if (isOpen) dialog.current?.showModal();
    else dialog.current?.close();
  }, [isOpen]);
  const nameOf = (key: string) => (key in player.keyNames ? player.keyNames[key as keyof typeof player.keyNames] : key);
  return (
    <dialog
      ref={dialog}
      class="key-help"
      aria-label={player.help}
      onClose={onClose}
      onClick={({ target }) => target === dialog.current && onClose()}
      onKeyDown={({ key }) => key === '?' && onClose()}
    >
      {isOpen && (
        <div>
          <div class="row">
            <h2>{player.help}</h2>
            <button type="button" class="small" onClick={onClose} aria-label={player.closeHelp}>
              ✕
            </button>
          </div>
          <dl class="shortcuts">
            {shortcuts
              .filter(([, shortcut]) => hasLink || shortcut !== 'copyLink')
              .map(([keys, shortcut]) => (
                <div key={shortcut}>
                  <dt>
                    {keys.map((key) => (
                      <kbd key={key}>{nameOf(key)}</kbd>
                    ))}
                  </dt>
                  <dd>{player.shortcuts[shortcut]}</dd>
                </div>
              ))}
          </dl>
          <ul class="mark-legend">
            {marks.map((mark) => (
              <li key={mark}>
                <span class={`legend-mark ${mark}`} aria-hidden="true" />
                {player.marks[mark]}
              </li>
            ))}
          </ul>
        </div>
      )}
    </dialog>
  );
}
