import type { Millis } from '../osu/units.ts';
import { failLengthMs, type Show, songAt, soundsOf } from '../scene/index.ts';
import type { FileSource, SkinFiles } from '../stage/index.ts';
import { createMix, openSong, type PcmStream, windDown } from '../video/index.ts';
import type { PreparedRender } from './prepare-render.ts';
import type { RenderOptions, RenderRequest } from './request.ts';

interface SoundInput {
  readonly show: Show;
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
  { stage, take, props }: PreparedRender,
  { beatmap, options }: Pick<RenderRequest, 'beatmap' | 'options'>,
  onNote: (note: string) => void,
): PcmStream {
  return openSound({
    ...{ show: stage.show, files: beatmap.files, skinFiles: props.skinFiles, options, onNote },
    start: take.start,
    lengthMs: (take.frames * 1000) / take.fps,
    diesAway: take.isLast,
  });
}

/** Everything that is heard. A map without a song is played with its hit sounds alone. */
function openSound(input: SoundInput): PcmStream {
  const { show, files, skinFiles, start, lengthMs, diesAway, options, onNote } = input;
  const name = show.play.map.beatmap.general.audioFilename;
  const bytes = name === '' ? null : files.read(name);
  const { frequency, tempo } = show.mods.audio;
  const rate = show.mods.clockRate * options.speed;
  const song =
    bytes && openSong(bytes, { startMs: songAt(show.play, start).time, frequency, tempo: tempo * options.speed });
  if (song === null) {
    const why = name === '' ? 'names no song' : `has its song ${JSON.stringify(name)} not with it, or a broken one`;
    onNote(`The map ${why}: only hit sounds are heard.`);
  }
  return createMix({
    song: song && windingDown(song, input),
    track: soundsOf(show),
    soundBytes: skinFiles.read,
    startMs: start,
    rate,
    volumes: {
      song: usualVolumes.song * options.volume * options.musicVolume,
      sounds: usualVolumes.sounds * options.volume * options.hitsoundVolume,
    },
    fades: {
      // A warning before the play is read in silence.
      fromMs: Math.max(0, (show.opensAt - start) / rate),
      inMs: show.opensAt > 0 && start <= show.opensAt ? fadeInMs : 0,
      outMs: diesAway ? Math.min(fadeOutMs, lengthMs / 2) : 0,
      endMs: lengthMs,
    },
  });
}

/** The song of a play that failed comes to a stop. */
function windingDown(song: PcmStream, { show: { play, mods }, start, options: { speed } }: SoundInput): PcmStream {
  if (play.failedAt === null) return song;
  return windDown(song, {
    atMs: (play.failedAt - start) / (mods.clockRate * speed),
    lengthMs: failLengthMs / speed,
  });
}
