import type { RenderOptions } from '../render/index.ts';

/** Where danser finds and puts things, all of it one job's own. */
export interface DanserFolders {
  readonly songs: string;
  readonly skins: string;
  readonly replays: string;
  readonly videos: string;
}

/** A motion blur is of so many pictures a frame, blended over one and a half of them, as danser itself proposes. */
const blur = { OversampleMultiplier: 16, BlendFrames: 24 };

/**
 * The settings file for a render, by danser's own names; what is not named here is as danser has it. It is made to look
 * like the game: colours and cursor of the skin, the playfield where the game has it, no frame and no logo.
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

/** Each encoder has its own words for how good a picture is; presets are x264's, and mean nothing to the others. */
function encoderSettings({ encoder, crf, preset }: RenderOptions): Record<string, string | number> {
  if (/^libx26[45]$/.test(encoder)) return { RateControl: 'crf', CRF: crf, Preset: preset };
  if (encoder === 'libsvtav1') return { RateControl: 'crf', CRF: crf };
  if (encoder.endsWith('_nvenc')) return { RateControl: 'cq', CQ: crf };
  return {};
}

/** The name of the settings file, of the video and of the skin: nothing a client has chosen is on the command line. */
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
