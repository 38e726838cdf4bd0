/** The playback position in song time, shared by the player and the charts. */
export interface Playhead {
  readonly now: number;
  /** Whether a player has set the position; the next player then continues from it. */
  readonly wasMoved: boolean;
  /** The position in the video at which the first player starts, in real milliseconds; null: at the beginning. */
  readonly linkedMs: number | null;
  /** Called by the player on every displayed frame. */
  moveTo(t: number): void;
  /** Returns a function that unsubscribes. */
  onMove(listener: (t: number) => void): () => void;
  /** Asks the player to seek. */
  seek(t: number, by?: SeekSource): void;
  onSeek(listener: (t: number, by: SeekSource) => void): () => void;
}

/** What asks for a seek. A finger also reads the value below it, so the page must not scroll to the player. */
export type SeekSource = 'finger' | 'other';

/** What clicked. */
export function seekSourceOf(click: MouseEvent): SeekSource {
  return 'pointerType' in click && click.pointerType === 'touch' ? 'finger' : 'other';
}

export function createPlayhead(linkedMs: number | null = null): Playhead {
  const moveListeners = new Set<(t: number) => void>();
  const seekListeners = new Set<(t: number, by: SeekSource) => void>();
  let now = 0;
  let wasMoved = false;
  const subscribe =
    <Listener>(set: Set<Listener>) =>
    (listener: Listener) => {
      set.add(listener);
      return () => {
        set.delete(listener);
      };
    };
  return {
    linkedMs,
    get now() {
      return now;
    },
    get wasMoved() {
      return wasMoved;
    },
    moveTo(t) {
      now = t;
      wasMoved = true;
      for (const listener of moveListeners) listener(t);
    },
    seek(t, by = 'other') {
      for (const listener of seekListeners) listener(t, by);
    },
    onMove: subscribe(moveListeners),
    onSeek: subscribe(seekListeners),
  };
}
