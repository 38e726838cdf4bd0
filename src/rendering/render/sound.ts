import { realMsBetween, songTimeAfter } from '../../game/beatmap/index.ts';
import type { Millis } from '../../game/units.ts';
import {
  failLengthMs,
  mixGain,
  mixVolumes,
  type Scene,
  type SoundTrack,
  songPosition,
  soundsOf,
} from '../scene/index.ts';
import {
  joinStreams,
  limitPeaks,
  type MixInput,
  measureLoudness,
  openSong,
  type PcmStream,
  type SongOptions,
  sumSounds,
  tapeStop,
} from '../video/index.ts';
import { type Piece, samplesUntil, timeInPiece } from './frame-schedule.ts';
import type { PreparedRender } from './prepare-render.ts';
import type { RenderHooks, RenderRequest } from './request.ts';

/** What the sound of a video is made of. */
interface SoundInput {
  readonly prepared: PreparedRender;
  readonly request: Pick<RenderRequest, 'beatmap' | 'options'>;
}

/** The same, with what both passes over the sound need: the one that measures it and the one that encodes it. */
interface SoundSources extends SoundInput {
  readonly track: SoundTrack;
  /** The path or the bytes of the song; null if the set lacks it. */
  readonly songFile: string | Uint8Array | null;
}

/** A piece of the video with its part of the cross-fades, as its sound needs it. */
interface SoundPiece {
  /** The first frame of the video in which it is heard. */
  readonly first: number;
  /** The song time of that frame. */
  readonly start: Millis;
  /** How long it is heard, in milliseconds of video. */
  readonly lengthMs: number;
  readonly isFirst: boolean;
  readonly isLast: boolean;
}

const fadeOutMs = 1_500;
/** The fade-in of a song that starts in its middle. */
const fadeInMs = 400;
/**
 * The fades of a video that begins or ends in the middle of the play: without them, the cut sound clicks. Highlights begin on
 * a beat, whose attack a longer fade would remove.
 */
const cutFadeMs = { in: 3, out: 20 };

/**
 * Opens the sound of a whole video, from its first frame to its last: the song and the hit sounds, with one constant gain
 * that gives every video the same loudness. Without a song there are only hit sounds.
 */
export async function openRenderSound(
  input: SoundInput,
  { onNote, signal }: { onNote: (note: string) => void; signal: RenderHooks['signal'] },
): Promise<PcmStream> {
  const { volume, musicVolume, hitsoundVolume } = input.request.options;
  const sources = { ...input, track: soundsOf(input.prepared.renderer.scene), songFile: findSong(input) };
  // The viewer's volumes apply after the measurement, so that half the volume is half as loud.
  const gain = (await findGain(sources, onNote, signal)) * volume;
  const volumes = { song: mixVolumes.song * gain * musicVolume, sounds: mixVolumes.sounds * gain * hitsoundVolume };
  return limitPeaks(sumPieces(sources, volumes));
}

/** Mixes everything at the normal volumes, to find the gain. */
async function findGain(
  sources: SoundSources,
  onNote: (note: string) => void,
  signal: RenderHooks['signal'],
): Promise<number> {
  const { schedule } = sources.prepared;
  const mix = sumPieces(sources, mixVolumes, () => onNote(missingSongNote(sources)));
  return mixGain(await measureLoudness(mix, samplesUntil(schedule, schedule.frames), { signal }));
}

/** The sounds of all pieces, one after another, with cross-fades. */
function sumPieces(sources: SoundSources, volumes: MixInput['volumes'], onMissingSong = () => {}): PcmStream {
  const { track, prepared } = sources;
  const { schedule } = prepared;
  const [first, ...others] = schedule.pieces.map((piece) => {
    const heard = soundPieceOf(sources, piece);
    return {
      first: samplesUntil(schedule, heard.first),
      fadeIn: samplesUntil(schedule, piece.first + piece.fade) - samplesUntil(schedule, heard.first),
      open() {
        const song = openSongOf(sources, heard);
        if (song === null) onMissingSong();
        return sumSounds({ ...mixOf(sources, heard), track, song, volumes });
      },
    };
  });
  return joinStreams([first!, ...others]);
}

function soundPieceOf({ prepared: { schedule } }: SoundInput, piece: Piece): SoundPiece {
  const { pieces, fps, frames } = schedule;
  const first = piece.first - piece.fade;
  const next = pieces[pieces.indexOf(piece) + 1];
  const end = next ? next.first + next.fade : frames;
  return {
    first,
    start: timeInPiece(schedule, piece, first),
    lengthMs: ((end - first) * 1000) / fps,
    isFirst: piece === pieces[0],
    isLast: next === undefined,
  };
}

/** Where a piece is in the song, and its fades. */
function mixOf(
  { prepared, request }: SoundInput,
  { start, lengthMs, isFirst, isLast }: SoundPiece,
): Omit<MixInput, 'track' | 'song' | 'volumes'> {
  const { renderer, schedule, scenes } = prepared;
  const { scene } = renderer;
  const { speed } = request.options;
  const { songClock } = scene.play.map;
  return {
    soundBytes: scenes[0].skinFiles.read,
    videoMsAt: (songMs) => realMsBetween(songClock, start, songMs) / speed,
    fades: {
      // The warning before the play is silent.
      fromMs: isFirst ? Math.max(0, realMsBetween(songClock, start, scene.opensAt) / speed) : 0,
      inMs: isFirst ? fadeInOf(scene, start) : 0,
      outMs: isLast ? Math.min(schedule.isLast ? fadeOutMs : cutFadeMs.out, lengthMs / 2) : 0,
      endMs: lengthMs,
    },
  };
}

function fadeInOf({ opensAt }: Scene, start: Millis): number {
  if (start > opensAt) return cutFadeMs.in;
  return opensAt > 0 ? fadeInMs : 0;
}

function findSong({ prepared, request }: SoundInput): SoundSources['songFile'] {
  const { files } = request.beatmap;
  const name = prepared.renderer.scene.play.map.beatmap.general.audioFilename;
  // Prefer a path: the decoder then streams the song instead of holding it in memory.
  return name === '' ? null : (files.pathOf?.(name) ?? files.read(name));
}

/** Opens the song as the video plays it; null if the map has none that can be decoded. */
function openSongOf(sources: SoundSources, { start }: SoundPiece): PcmStream | null {
  const { prepared, request, songFile } = sources;
  const { scene } = prepared.renderer;
  if (songFile === null) return null;
  const startMs = songPosition(scene.play, start).time;
  const song = openSong(songFile, songOptions(scene, startMs, request.options.speed));
  return song && windingDown(song, sources, start);
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
function windingDown(song: PcmStream, { prepared, request }: SoundInput, start: Millis): PcmStream {
  const { play } = prepared.renderer.scene;
  const { speed } = request.options;
  if (play.failedAt === null) return song;
  return tapeStop(song, {
    atMs: realMsBetween(play.map.songClock, start, play.failedAt) / speed,
    lengthMs: failLengthMs / speed,
  });
}
