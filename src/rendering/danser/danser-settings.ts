import { x264PresetOf } from '../../encoder-presets.ts';
import type { RenderOptions } from '../render/index.ts';

/** danser's folders, all private to one job. */
export interface DanserFolders {
  readonly songs: string;
  readonly skins: string;
  readonly replays: string;
  readonly videos: string;
}

/** Motion blur samples per frame, blended over one and a half frames, as danser recommends. */
const blur = { OversampleMultiplier: 16, BlendFrames: 24 };

/**
 * The settings file for a render, with danser's names; settings not listed keep danser's defaults. The result looks
 * like the game: the skin's colours and cursor, the game's playfield position, no frame and no logo.
 */
export function danserSettings(options: RenderOptions, folders: DanserFolders, skin: string | null) {
  const { width, height, fps, backgroundDim } = options;
  return {
    General: {
      OsuSongsDir: folders.songs,
      OsuSkinsDir: folders.skins,
      OsuReplaysDir: folders.replays,
      DiscordPresenceOn: false,
      UnpackOszFiles: false,
    },
    Audio: { GeneralVolume: 1, MusicVolume: 0.5, SampleVolume: 0.5 },
    Skin: {
      CurrentSkin: skin ?? 'default',
      FallbackSkin: 'default',
      UseColorsFromSkin: true,
      UseBeatmapColors: true,
      Cursor: { UseSkinCursor: true },
    },
    Objects: {
      Sliders: { Snaking: { In: options.snakingIn, Out: options.snakingOut } },
      Colors: {
        Color: { EnableRainbow: false },
        UseComboColors: true,
        UseSkinComboColors: true,
        UseBeatmapComboColors: true,
      },
    },
    Playfield: {
      OsuShift: true,
      SeizureWarning: { Enabled: false },
      Background: {
        LoadStoryboards: options.storyboard,
        LoadVideos: options.video,
        Dim: { Intro: backgroundDim, Normal: backgroundDim, Breaks: backgroundDim / 2 },
        Parallax: { Enabled: false, Amount: 0 },
      },
      Logo: { Enabled: false },
    },
    Gameplay: {
      HitErrorMeter: { Show: options.hitErrorMeter },
      KeyOverlay: { Show: options.keyOverlay },
      Boundaries: { Enabled: false },
    },
    Recording: {
      FrameWidth: width,
      FrameHeight: height,
      FPS: fps,
      Encoder: options.encoder,
      [options.encoder]: encoderSettings(options),
      PixelFormat: 'yuv420p',
      AudioCodec: 'aac',
      OutputDir: folders.videos,
      Container: 'mp4',
      ShowFFmpegLogs: false,
      MotionBlur: { Enabled: options.motionBlur, ...blur },
    },
  };
}

/** Each encoder has its own quality option; presets exist only for x264. */
function encoderSettings({ encoder, crf, preset }: RenderOptions): Record<string, string | number> {
  if (/^libx26[45]$/.test(encoder)) return { RateControl: 'crf', CRF: crf, Preset: x264PresetOf(preset) };
  if (encoder === 'libsvtav1') return { RateControl: 'crf', CRF: crf };
  if (encoder.endsWith('_nvenc')) return { RateControl: 'cq', CQ: crf };
  return {};
}

/** The name of settings file, video and skin: the command line contains nothing that a client chose. */
export const danserName = 'reprise';

export function danserArgs(replay: string): string[] {
  return [
    `-settings=${danserName}`,
    `-replay=${replay}`,
    '-record',
    `-out=${danserName}`,
    '-preciseprogress',
    '-noupdatecheck',
  ];
}
