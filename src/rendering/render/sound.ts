import { realMsBetween, songTimeAfter } from '../../game/beatmap/index.ts';
import type { Millis } from '../../game/units.ts';
import { failLengthMs, type Scene, songAt, soundsOf } from '../scene/index.ts';
import type { FileSource, SkinFiles } from '../scene-loader/index.ts';
import { createMix, openSong, type PcmStream, type SongOptions, windDown } from '../video/index.ts';
import type { PreparedRender } from './prepare-render.ts';
import type { RenderOptions, RenderRequest } from './request.ts';

interface SoundInput {
  readonly scene: Scene;
  readonly files: FileSource;
  readonly skinFiles: SkinFiles;
  /** Song time at which the video begins. */
  readonly start: Millis;
  /** How long the video is; where it ends with the play, everything dies away. */
  readonly lengthMs: number;
  readonly diesAway: boolean;
  readonly options: Pick<RenderOptions, 'volume' | 'musicVolume' | 'hitsoundVolume' | 'speed'>;
  readonly onNote: (note: string) => void;
}

/** Hit sounds stand out a little from the song, which most songs are loud enough to bear. */
const usualVolumes = { song: 0.7, sounds: 0.8 };
const fadeOutMs = 1_500;
/** Of a song that is entered in its middle. */
const fadeInMs = 400;

/** Of the sound, in bits a second. */
export const soundBitrate = 192_000;

/** The sound of a whole render, from its first frame to its last. */
export function openRenderSound(
  { renderer: stage, schedule: take, sceneAssets: props }: PreparedRender,
  { beatmap, options }: Pick<RenderRequest, 'beatmap' | 'options'>,
  onNote: (note: string) => void,
): PcmStream {
  return openSound({
    ...{ scene: stage.scene, files: beatmap.files, skinFiles: props.skinFiles, options, onNote },
    start: take.start,
    lengthMs: (take.frames * 1000) / take.fps,
    diesAway: take.isLast,
  });
}

/** Everything that is heard. A map without a song is played with its hit sounds alone. */
function openSound(input: SoundInput): PcmStream {
  const { scene, files, skinFiles, start, lengthMs, diesAway, options, onNote } = input;
  const name = scene.play.map.beatmap.general.audioFilename;
  // Hours of music need not lie in memory.
  const source = name === '' ? null : (files.pathOf?.(name) ?? files.read(name));
  const { songClock } = scene.play.map;
  const song =
    source === null ? null : openSong(source, songOptions(scene, songAt(scene.play, start).time, options.speed));
  if (song === null) {
    const why = name === '' ? 'names no song' : `has its song ${JSON.stringify(name)} not with it, or a broken one`;
    onNote(`The map ${why}: only hit sounds are heard.`);
  }
  return createMix({
    song: song && windingDown(song, input),
    track: soundsOf(scene),
    soundBytes: skinFiles.read,
    videoMsAt: (songMs) => realMsBetween(songClock, start, songMs) / options.speed,
    volumes: {
      song: usualVolumes.song * options.volume * options.musicVolume,
      sounds: usualVolumes.sounds * options.volume * options.hitsoundVolume,
    },
    fades: {
      // A warning before the play is read in silence.
      fromMs: Math.max(0, realMsBetween(songClock, start, scene.opensAt) / options.speed),
      inMs: scene.opensAt > 0 && start <= scene.opensAt ? fadeInMs : 0,
      outMs: diesAway ? Math.min(fadeOutMs, lengthMs / 2) : 0,
      endMs: lengthMs,
    },
  });
}

/** How the song is brought to the speed of the video, which may change as it goes on. */
function songOptions({ mods, play }: Scene, startMs: Millis, speed: number): SongOptions {
  const { frequency, tempo } = mods.audio;
  if (mods.ramp === null) return { startMs, frequency, tempo: tempo * speed };
  const { songClock } = play.map;
  const first = Math.max(0, startMs);
  return {
    startMs,
    frequency: 1,
    tempo: speed,
    bend: {
      songMsAt: (heardMs) => songTimeAfter(songClock, first, heardMs) - first,
      heardMsAt: (songMs) => realMsBetween(songClock, first, first + songMs),
      withPitch: mods.ramp.adjustsPitch,
    },
  };
}

/** The song of a play that failed comes to a stop. */
function windingDown(song: PcmStream, { scene: { play }, start, options: { speed } }: SoundInput): PcmStream {
  if (play.failedAt === null) return song;
  return windDown(song, {
    atMs: realMsBetween(play.map.songClock, start, play.failedAt) / speed,
    lengthMs: failLengthMs / speed,
  });
}
