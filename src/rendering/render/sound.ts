import { realMsBetween, songTimeAfter } from '../../game/beatmap/index.ts';
import type { Millis } from '../../game/units.ts';
import { failLengthMs, type Scene, songPosition, soundsOf } from '../scene/index.ts';
import type { FileSource, SkinFiles } from '../scene-loader/index.ts';
import { createMix, openSong, type PcmStream, type SongOptions, tapeStop } from '../video/index.ts';
import { videoLengthMs } from './frame-schedule.ts';
import type { PreparedRender } from './prepare-render.ts';
import type { RenderOptions, RenderRequest } from './request.ts';

interface SoundInput {
  readonly scene: Scene;
  readonly files: FileSource;
  readonly skinFiles: SkinFiles;
  /** The song time at which the video begins. */
  readonly start: Millis;
  /** The length of the video. */
  readonly lengthMs: number;
  /** Whether the sound fades out at the end. */
  readonly fadesOut: boolean;
  readonly options: Pick<RenderOptions, 'volume' | 'musicVolume' | 'hitsoundVolume' | 'speed'>;
  readonly onNote: (note: string) => void;
}

/** Hit sounds are a little louder than the song. */
const defaultVolumes = { song: 0.7, sounds: 0.8 };
const fadeOutMs = 1_500;
/** The fade-in of a song that starts in its middle. */
const fadeInMs = 400;

/** In bits per second. */
export const soundBitrate = 192_000;

/** Opens the sound of a whole video, from its first frame to its last. */
export function openRenderSound(
  { renderer, schedule, sceneAssets }: PreparedRender,
  { beatmap, options }: Pick<RenderRequest, 'beatmap' | 'options'>,
  onNote: (note: string) => void,
): PcmStream {
  return openSound({
    scene: renderer.scene,
    files: beatmap.files,
    skinFiles: sceneAssets.skinFiles,
    options,
    onNote,
    start: schedule.start,
    lengthMs: videoLengthMs(schedule),
    fadesOut: schedule.isLast,
  });
}

/** Mixes the song and the hit sounds. Without a song there are only hit sounds. */
function openSound(input: SoundInput): PcmStream {
  const { scene, files, skinFiles, start, lengthMs, fadesOut, options, onNote } = input;
  const name = scene.play.map.beatmap.general.audioFilename;
  // Prefer a path: the decoder then streams the song instead of holding it in memory.
  const source = name === '' ? null : (files.pathOf?.(name) ?? files.read(name));
  const { songClock } = scene.play.map;
  const song =
    source === null ? null : openSong(source, songOptions(scene, songPosition(scene.play, start).time, options.speed));
  if (song === null) {
    const problem = name === '' ? 'names no song' : `lacks its song ${JSON.stringify(name)}, or the song is broken`;
    onNote(`The map ${problem}: the video has only hit sounds.`);
  }
  return createMix({
    song: song && windingDown(song, input),
    track: soundsOf(scene),
    soundBytes: skinFiles.read,
    videoMsAt: (songMs) => realMsBetween(songClock, start, songMs) / options.speed,
    volumes: {
      song: defaultVolumes.song * options.volume * options.musicVolume,
      sounds: defaultVolumes.sounds * options.volume * options.hitsoundVolume,
    },
    fades: {
      // The warning before the play is silent.
      fromMs: Math.max(0, realMsBetween(songClock, start, scene.opensAt) / options.speed),
      inMs: scene.opensAt > 0 && start <= scene.opensAt ? fadeInMs : 0,
      outMs: fadesOut ? Math.min(fadeOutMs, lengthMs / 2) : 0,
      endMs: lengthMs,
    },
  });
}

/** How the song is played at the speed of the video, which some mods change over time. */
function songOptions({ mods, play }: Scene, startMs: Millis, speed: number): SongOptions {
  const { frequency, tempo } = mods.audio;
  if (mods.ramp === null) return { startMs, frequency, tempo: tempo * speed };
  const { songClock } = play.map;
  const first = Math.max(0, startMs);
  return {
    startMs,
    frequency: 1,
    tempo: speed,
    speedCurve: {
      songMsAt: (heardMs) => songTimeAfter(songClock, first, heardMs) - first,
      playedMsAt: (songMs) => realMsBetween(songClock, first, first + songMs),
      changesPitch: mods.ramp.adjustsPitch,
    },
  };
}

/** Slows the song of a failed play down to a stop. */
function windingDown(song: PcmStream, { scene: { play }, start, options: { speed } }: SoundInput): PcmStream {
  if (play.failedAt === null) return song;
  return tapeStop(song, {
    atMs: realMsBetween(play.map.songClock, start, play.failedAt) / speed,
    lengthMs: failLengthMs / speed,
  });
}
