import { realMsBetween, songTimeAfter } from '../../game/beatmap/index.ts';
import type { Millis } from '../../game/units.ts';
import { failLengthMs, mixGain, mixVolumes, type Scene, songPosition, soundsOf } from '../scene/index.ts';
import {
  createMix,
  type MixInput,
  measureLoudness,
  openSong,
  type PcmStream,
  type SongOptions,
  sumSounds,
  tapeStop,
} from '../video/index.ts';
import { samplesUntil, videoLengthMs } from './frame-schedule.ts';
import type { PreparedRender } from './prepare-render.ts';
import type { RenderHooks, RenderRequest } from './request.ts';

/** What the sound of a video is made of. */
interface SoundInput {
  readonly prepared: PreparedRender;
  readonly request: Pick<RenderRequest, 'beatmap' | 'options'>;
}

type MixParts = Omit<MixInput, 'song' | 'volumes'>;

const fadeOutMs = 1_500;
/** The fade-in of a song that starts in its middle. */
const fadeInMs = 400;

/**
 * Opens the sound of a whole video, from its first frame to its last: the song and the hit sounds, with one constant gain
 * that gives every video the same loudness. Without a song there are only hit sounds.
 */
export async function openRenderSound(
  input: SoundInput,
  { onNote, signal }: { onNote: (note: string) => void; signal: RenderHooks['signal'] },
): Promise<PcmStream> {
  const { volume, musicVolume, hitsoundVolume } = input.request.options;
  const parts = mixOf(input);
  // The viewer's volumes apply after the measurement, so that half the volume is half as loud.
  const gain = (await findGain(input, parts, signal)) * volume;
  const song = openSongOf(input);
  if (song === null) onNote(missingSongNote(input));
  const volumes = { song: mixVolumes.song * gain * musicVolume, sounds: mixVolumes.sounds * gain * hitsoundVolume };
  return createMix({ ...parts, song, volumes });
}

/** Mixes everything at the normal volumes, to find the gain. */
async function findGain(input: SoundInput, parts: MixParts, signal: RenderHooks['signal']): Promise<number> {
  const { schedule } = input.prepared;
  const mix = sumSounds({ ...parts, song: openSongOf(input), volumes: mixVolumes });
  return mixGain(await measureLoudness(mix, samplesUntil(schedule, schedule.frames), { signal }));
}

/** Everything but the song and the volumes. */
function mixOf({ prepared, request }: SoundInput): MixParts {
  const { renderer, schedule, scenes } = prepared;
  const { scene } = renderer;
  const { start } = schedule;
  const { speed } = request.options;
  const { songClock } = scene.play.map;
  const lengthMs = videoLengthMs(schedule);
  return {
    track: soundsOf(scene),
    soundBytes: scenes[0].skinFiles.read,
    videoMsAt: (songMs) => realMsBetween(songClock, start, songMs) / speed,
    fades: {
      // The warning before the play is silent.
      fromMs: Math.max(0, realMsBetween(songClock, start, scene.opensAt) / speed),
      inMs: scene.opensAt > 0 && start <= scene.opensAt ? fadeInMs : 0,
      outMs: schedule.isLast ? Math.min(fadeOutMs, lengthMs / 2) : 0,
      endMs: lengthMs,
    },
  };
}

/** Opens the song as the video plays it; null if the map has none that can be decoded. */
function openSongOf(input: SoundInput): PcmStream | null {
  const { prepared, request } = input;
  const { scene } = prepared.renderer;
  const { files } = request.beatmap;
  const name = scene.play.map.beatmap.general.audioFilename;
  // Prefer a path: the decoder then streams the song instead of holding it in memory.
  const source = name === '' ? null : (files.pathOf?.(name) ?? files.read(name));
  if (source === null) return null;
  const startMs = songPosition(scene.play, prepared.schedule.start).time;
  const song = openSong(source, songOptions(scene, startMs, request.options.speed));
  return song && windingDown(song, input);
}

function missingSongNote({ prepared }: SoundInput): string {
  const name = prepared.renderer.scene.play.map.beatmap.general.audioFilename;
  const problem = name === '' ? 'names no song' : `lacks its song ${JSON.stringify(name)}, or the song is broken`;
  return `The map ${problem}: the video has only hit sounds.`;
}

/** How the song is played at the speed of the video, which some mods change over time. */
function songOptions({ mods, play }: Scene, startMs: Millis, speed: number): SongOptions {
  const { frequency, tempo } = mods.audio;
  const change = mods.ramp ?? mods.adaptiveSpeed;
  if (change === null) return { startMs, frequency, tempo: tempo * speed };
  const { songClock } = play.map;
  const first = Math.max(0, startMs);
  return {
    startMs,
    frequency: 1,
    tempo: speed,
    speedCurve: {
      songMsAt: (heardMs) => songTimeAfter(songClock, first, heardMs) - first,
      playedMsAt: (songMs) => realMsBetween(songClock, first, first + songMs),
      changesPitch: change.adjustsPitch,
    },
  };
}

/** Slows the song of a failed play down to a stop. */
function windingDown(song: PcmStream, { prepared, request }: SoundInput): PcmStream {
  const { play } = prepared.renderer.scene;
  const { speed } = request.options;
  if (play.failedAt === null) return song;
  return tapeStop(song, {
    atMs: realMsBetween(play.map.songClock, prepared.schedule.start, play.failedAt) / speed,
    lengthMs: failLengthMs / speed,
  });
}
