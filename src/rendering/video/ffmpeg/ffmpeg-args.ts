import { sampleRate, type VideoSettings } from '../encoder.ts';
import { encoderOptions, soundOptions } from '../encoder-options.ts';

/** Pictures come in on standard input, samples on the descriptor after the three standard ones. */
export const soundDescriptor = 3;

/** The command line that makes a video of what is written to it. */
export function ffmpegArgs(settings: VideoSettings, output: string): string[] {
  const { width, height, fps, audio } = settings;
  return [
    ...quietly,
    ...deviceArgs(settings),
    ...[...unprobed, '-thread_queue_size', '4', '-f', 'rawvideo', '-pixel_format', 'yuv420p'],
    ...['-video_size', `${width}x${height}`, '-framerate', String(fps), ...bt709, '-i', 'pipe:0'],
    ...(audio ? soundInput : []),
    ...['-map', '0:v'],
    ...encoderArgs(settings),
    ...bt709,
    ...(audio ? ['-map', '1:a', '-c:a', 'aac', '-b:a', String(audio.bitrate), ...soundArgs] : []),
    ...['-movflags', '+faststart', '-fflags', '+bitexact', '-f', 'mp4', '-y', output],
  ];
}

/** The command line that tries the encoder on one small black picture and keeps nothing. */
export function probeArgs(settings: VideoSettings): string[] {
  return [
    ...quietly,
    ...deviceArgs(settings),
    ...['-f', 'lavfi', '-i', `color=black:s=256x256:r=${settings.fps}`, '-frames:v', '1'],
    ...encoderArgs(settings),
    ...['-f', 'null', '-'],
  ];
}

const quietly = ['-hide_banner', '-nostdin', '-loglevel', 'error'];
/** Everything about the input has been said: ffmpeg must not wait for more of one pipe before it reads the other. */
const unprobed = ['-probesize', '32', '-analyzeduration', '0'];
const soundInput = [
  ...[...unprobed, '-thread_queue_size', '512', '-f', 'f32le', '-ar', String(sampleRate), '-ac', '2'],
  ...['-i', `pipe:${soundDescriptor}`],
];
const bt709 = ['-color_range', 'tv', '-colorspace', 'bt709', '-color_primaries', 'bt709', '-color_trc', 'bt709'];

function encoderArgs(settings: VideoSettings): string[] {
  const options = Object.entries(encoderOptions(settings)).flatMap(([name, value]) => [`-${name}:v`, value]);
  return [...filterArgs(settings), '-c:v', settings.encoder, ...options];
}

const soundArgs = Object.entries(soundOptions).flatMap(([name, value]) => [`-${name}`, value]);

/** VA-API alone wants to be told which device; the first is the one that most machines have. */
function deviceArgs({ encoder }: VideoSettings): string[] {
  return encoder.endsWith('_vaapi') ? ['-vaapi_device', '/dev/dri/renderD128'] : [];
}

/** Some encoders take pictures only in the layout of their hardware, or from its own memory. */
function filterArgs({ encoder }: VideoSettings): string[] {
  if (encoder.endsWith('_vaapi')) return ['-vf', 'format=nv12,hwupload'];
  if (encoder.endsWith('_qsv')) return ['-vf', 'format=nv12'];
  return ['-pix_fmt', 'yuv420p'];
}
