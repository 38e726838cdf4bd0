import { expect, test } from 'vitest';
import { smallOptions } from '../../../test/support/rendering/test-render.ts';
import { danserArgs, danserSettings } from './danser-settings.ts';

const folders = { songs: '/job/Songs', skins: '/job/Skins', replays: '/job/Replays', videos: '/job/videos' };
const settingsOf = (options: Partial<typeof smallOptions> = {}, skin: string | null = null) =>
  danserSettings({ ...smallOptions, ...options }, folders, skin);

test('4K is rendered at 3840 × 2160, not scaled up', () => {
  const { Recording } = settingsOf({ width: 3840, height: 2160, fps: 60 });
  expect(Recording).toMatchObject({ FrameWidth: 3840, FrameHeight: 2160, FPS: 60, OutputDir: '/job/videos' });
});

test.each([
  ['backgroundDim', 0.8, { Playfield: { Background: { Dim: { Intro: 0.8, Normal: 0.8, Breaks: 0.4 } } } }],
  ['motionBlur', true, { Recording: { MotionBlur: { Enabled: true } } }],
  ['motionBlur', false, { Recording: { MotionBlur: { Enabled: false } } }],
  ['storyboard', true, { Playfield: { Background: { LoadStoryboards: true } } }],
  ['storyboard', false, { Playfield: { Background: { LoadStoryboards: false } } }],
  ['video', true, { Playfield: { Background: { LoadVideos: true } } }],
  ['video', false, { Playfield: { Background: { LoadVideos: false } } }],
  ['snakingIn', false, { Objects: { Sliders: { Snaking: { In: false, Out: true } } } }],
  ['snakingOut', false, { Objects: { Sliders: { Snaking: { In: true, Out: false } } } }],
  ['hitErrorMeter', false, { Gameplay: { HitErrorMeter: { Show: false }, KeyOverlay: { Show: true } } }],
  ['keyOverlay', false, { Gameplay: { HitErrorMeter: { Show: true }, KeyOverlay: { Show: false } } }],
] as const)('%s %s is passed on', (option, value, expected) => {
  expect(settingsOf({ [option]: value })).toMatchObject(expected);
});

test.each([
  ['libx264', { RateControl: 'crf', CRF: 23, Preset: 'fast' }],
  ['libx265', { RateControl: 'crf', CRF: 23, Preset: 'fast' }],
  ['h264_nvenc', { RateControl: 'cq', CQ: 23 }],
  ['h264_qsv', {}],
])('the quality is set with the option of %s', (encoder, expected) => {
  const { Recording } = settingsOf({ encoder, crf: 23, preset: 'fast' });
  expect(Recording).toMatchObject({ Encoder: encoder, [encoder]: expected });
});

test('danser gets the preset of x264 that is like ours', () => {
  const { Recording } = settingsOf({ encoder: 'libx264', preset: 'balanced' });
  expect(Recording).toMatchObject({ libx264: { Preset: 'veryfast' } });
});

test('the skin is set by name; the default is danser’s own', () => {
  expect(settingsOf({}, 'reprise').Skin.CurrentSkin).toBe('reprise');
  expect(settingsOf().Skin.CurrentSkin).toBe('default');
});

test('danser neither imports files from its folders nor uses Discord or updates', () => {
  expect(settingsOf().General).toMatchObject({
    UnpackOszFiles: false,
    DiscordPresenceOn: false,
    OsuSongsDir: '/job/Songs',
  });
  expect(danserArgs('/job/replay.osr')).toContain('-noupdatecheck');
});
