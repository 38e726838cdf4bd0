import { useCallback, useEffect, useRef, useState } from 'preact/hooks';
import { Trouble } from '../trouble.tsx';
import type { Playhead } from '../watch/playhead.ts';
import { words } from '../words/index.ts';
import { Controls, toggleFullScreen } from './controls.tsx';
import { useDroppedSkin } from './dropped-skin.ts';
import { Icon } from './icons.tsx';
import type { LiveOptions, PlayFiles } from './messages.ts';
import { type ChosenSkin, SkinChoice, skinBytes } from './skin-choice.tsx';
import { openSound, type PlayerSound } from './sound.ts';
import { type StageThread, startStage } from './stage-thread.ts';

export interface LivePlayerProps {
  /** One play for the life of a player; another one gets another player. */
  readonly files: PlayFiles;
  /** The same object as long as they are the same. */
  readonly options: LiveOptions;
  /** The skin it is shown with until another one is chosen here. */
  readonly skin: string;
  /** Where somebody else wants to know of skins that are chosen here by name, and give them back as `skin`. */
  readonly onSkin?: (name: string) => void;
  readonly playhead: Playhead;
  /** Begins at once, where the browser lets it be heard. */
  readonly autoPlay?: boolean;
  readonly onPlaying?: (isPlaying: boolean) => void;
}

/** A slider that is dragged asks for many looks, of which the last one counts. */
const settleMs = 200;

interface Running {
  readonly stage: StageThread;
  readonly sound: PlayerSound;
}

/** The play itself, drawn here and now by the renderer's own code. */
export function LivePlayer({
  files,
  options,
  playhead,
  autoPlay = false,
  onSkin,
  onPlaying,
  ...given
}: LivePlayerProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const box = useRef<HTMLDivElement>(null);
  const [running, setRunning] = useState<Running | null>(null);
  const [error, setError] = useState<unknown>(null);
  const [chosen, setChosen] = useState<ChosenSkin | null>(null);
  const [isPlaying, setPlaying] = useState(false);
  const [lacksVideo, setLacksVideo] = useState(false);
  const skin = chosen ?? given.skin;
  const choose = useCallback(
    (next: ChosenSkin) => {
      const isTheirs = onSkin !== undefined && typeof next === 'string';
      setChosen(isTheirs ? null : next);
      if (isTheirs) onSkin(next);
    },
    [onSkin],
  );

  useEffect(() => {
    let sound: PlayerSound | null = null;
    const clock = () => ({ isPlaying: sound?.isPlaying ?? false, rate: sound?.pace ?? 1 });
    const stage = startStage(canvas.current!, clock);
    let left = false;
    void (async () => {
      try {
        const { song, worn } = await stage.open(files, { skin: await skinBytes(skin), options });
        if (left) return;
        sound = await openSound(song, worn);
        setLacksVideo(worn.lacksVideo);
        if (left) return sound.close();
        if (playhead.wasMoved) sound.seek(playhead.now);
        setRunning({ stage, sound });
        if (autoPlay && navigator.userActivation?.hasBeenActive) await sound.play();
      } catch (cause) {
        if (!left) setError(cause);
      }
    })();
    return () => {
      left = true;
      sound?.close();
      stage.close();
    };
  }, []);

  useDroppedSkin(choose);
  const isDressing = useDress(running, { skin, options, onError: setError, onLacksVideo: setLacksVideo });
  const toggle = () => (running?.sound.isPlaying ? running.sound.pause() : void running?.sound.play());

  return (
    <div ref={box} class={isUpright(options.size) ? 'player upright' : 'player'}>
      <div class="picture">
        <canvas ref={canvas} class="screen" role="img" aria-label={words.player.canvas} />
        {running ? (
          // The controls have a button for the keyboard.
          <button type="button" class="over" tabIndex={-1} aria-hidden="true" onClick={toggle}>
            {!isPlaying && <Icon of="play" />}
          </button>
        ) : (
          error === null && <p class="over-text">{words.player.opening}</p>
        )}
        {isDressing && <p class="dressing">{words.player.updating}</p>}
      </div>
      <Controls
        playable={running?.sound ?? null}
        playhead={playhead}
        onFullScreen={() => void toggleFullScreen(box.current!)}
        {...(running && { onMoment: running.stage.draw })}
        onPlaying={(playing) => {
          setPlaying(playing);
          onPlaying?.(playing);
        }}
      />
      {lacksVideo && <p class="notice">{words.player.noVideo}</p>}
      {running && <SkinChoice skin={skin} onChange={choose} />}
      {error !== null && <Trouble error={error} />}
    </div>
  );
}

function isUpright({ width, height }: LiveOptions['size']): boolean {
  return height > width;
}

interface Dressing {
  readonly skin: ChosenSkin;
  readonly options: LiveOptions;
  readonly onError: (error: unknown) => void;
  readonly onLacksVideo: (lacksVideo: boolean) => void;
}

/** Shows what is running in another look whenever one is chosen; answers whether that is under way. */
function useDress(running: Running | null, { skin, options, onError, onLacksVideo }: Dressing): boolean {
  const current = useRef<{ skin: ChosenSkin; options: LiveOptions }>({ skin, options });
  const [isDressing, setDressing] = useState(false);
  useEffect(() => {
    if (!running || (current.current.skin === skin && current.current.options === options)) return;
    let overtaken = false;
    const timer = setTimeout(async () => {
      setDressing(true);
      try {
        const look = { skin: await skinBytes(skin), options };
        if (overtaken) return;
        const worn = await running.stage.dress(look);
        current.current = { skin, options };
        running.stage.draw(running.sound.now());
        if (!overtaken) await running.sound.wear(worn);
        onLacksVideo(worn.lacksVideo);
        onError(null);
      } catch (cause) {
        if (!overtaken) onError(cause);
      } finally {
        if (!overtaken) setDressing(false);
      }
    }, settleMs);
    return () => {
      overtaken = true;
      clearTimeout(timer);
    };
  }, [running, skin, options]);
  return isDressing;
}
