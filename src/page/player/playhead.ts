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
  /** Requests that the player seeks. */
  seek(t: number, by?: SeekSource): void;
  onSeek(listener: (t: number, by: SeekSource) => void): () => void;
  /** Requests that a moment is played. If there is no player yet, the next one plays it. */
  watch(moment: WatchedMoment): void;
  onWatch(listener: () => void): () => void;
  /** The requested moment; null if there is none, or if a player has taken it. */
  takeWatched(): WatchedMoment | null;
}

export interface WatchedMoment {
  /** The song time at which playback starts. */
  readonly start: number;
  /** A multiple of the normal speed. */
  readonly speed: number;
}

/** What requests a seek. A finger also reads the value below it, so the page must not scroll to the player. */
export type SeekSource = 'finger' | 'other';

/** What clicked. */
export function seekSourceOf(click: MouseEvent): SeekSource {
  return 'pointerType' in click && click.pointerType === 'touch' ? 'finger' : 'other';
}

export function createPlayhead(linkedMs: number | null = null): Playhead {
  const moveListeners = new Set<(t: number) => void>();
  const seekListeners = new Set<(t: number, by: SeekSource) => void>();
  const watchListeners = new Set<() => void>();
  let watched: WatchedMoment | null = null;
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
    watch(moment) {
      watched = moment;
      for (const listener of watchListeners) listener();
    },
    takeWatched() {
      const taken = watched;
      watched = null;
      return taken;
    },
    onMove: subscribe(moveListeners),
    onSeek: subscribe(seekListeners),
    onWatch: subscribe(watchListeners),
  };
}
