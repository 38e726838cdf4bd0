import { sampleRate, type VideoSettings } from '../encoder.ts';
import { encoderOptions, soundOptions } from '../encoder-options.ts';

/** Pictures arrive on standard input, samples on the first descriptor after the three standard ones. */
export const soundDescriptor = 3;

/** Returns the command line that encodes the pictures and samples from its pipes. */
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

/** Returns the command line that tests the encoder with one small black picture and writes no file. */
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
/** The arguments describe the input completely, so ffmpeg must not probe one pipe before it reads the other. */
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

/** Only VA-API needs a device; most machines have just the first. */
function deviceArgs({ encoder }: VideoSettings): string[] {
  return encoder.endsWith('_vaapi') ? ['-vaapi_device', '/dev/dri/renderD128'] : [];
}

/** Some encoders need pictures in the layout or in the memory of their hardware. */
function filterArgs({ encoder }: VideoSettings): string[] {
  if (encoder.endsWith('_vaapi')) return ['-vf', 'format=nv12,hwupload'];
  if (encoder.endsWith('_qsv')) return ['-vf', 'format=nv12'];
  return ['-pix_fmt', 'yuv420p'];
}
