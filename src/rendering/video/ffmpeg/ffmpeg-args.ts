import { sampleRate, type VideoSettings } from '../encoder.ts';
import { encoderOptions, soundOptions } from '../encoder-options.ts';

/** Pictures arrive on standard input, samples on the first descriptor after the three standard ones. */
export const soundDescriptor = 3;

/** Returns the command line that encodes the pictures and samples from its pipes. */
export function ffmpegArgs(settings: VideoSettings, output: string): string[] {
  const { audio } = settings;
  return [
    ...logging,
    ...deviceArgs(settings),
    ...pictureInput(settings),
    ...(audio ? soundInput : []),
    ...mapPictures,
    ...encoderArgs(settings),
    ...bt709,
    ...(audio ? soundOutput(audio.bitrate) : []),
    ...mp4Output,
    output,
  ];
}

/** Returns the command line that tests the encoder with one small black picture and writes no file. */
export function probeArgs(settings: VideoSettings): string[] {
  return [...logging, ...deviceArgs(settings), ...blackPicture(settings), ...encoderArgs(settings), ...noOutput];
}

const logging = ['-hide_banner', '-nostdin', '-loglevel', 'error'];
/** The arguments describe the input completely, so ffmpeg must not probe one pipe before it reads the other. */
const unprobed = ['-probesize', '32', '-analyzeduration', '0'];
const bt709 = ['-color_range', 'tv', '-colorspace', 'bt709', '-color_primaries', 'bt709', '-color_trc', 'bt709'];
const rawPictures = ['-thread_queue_size', '4', '-f', 'rawvideo', '-pixel_format', 'yuv420p'];
const rawSamples = ['-thread_queue_size', '512', '-f', 'f32le', '-ar', String(sampleRate), '-ac', '2'];
const soundInput = [...unprobed, ...rawSamples, '-i', `pipe:${soundDescriptor}`];
const mapPictures = ['-map', '0:v'];
const mp4Output = ['-movflags', '+faststart', '-fflags', '+bitexact', '-f', 'mp4', '-y'];
const noOutput = ['-f', 'null', '-'];

function pictureInput({ width, height, fps }: VideoSettings): string[] {
  const format = ['-video_size', `${width}x${height}`, '-framerate', String(fps)];
  return [...unprobed, ...rawPictures, ...format, ...bt709, '-i', 'pipe:0'];
}

function blackPicture({ fps }: VideoSettings): string[] {
  return ['-f', 'lavfi', '-i', `color=black:s=256x256:r=${fps}`, '-frames:v', '1'];
}

function soundOutput(bitrate: number): string[] {
  const options = Object.entries(soundOptions).flatMap(([name, value]) => [`-${name}`, value]);
  return ['-map', '1:a', '-c:a', 'aac', '-b:a', String(bitrate), ...options];
}

function encoderArgs(settings: VideoSettings): string[] {
  const options = Object.entries(encoderOptions(settings)).flatMap(([name, value]) => [`-${name}:v`, value]);
  return [...filterArgs(settings), '-c:v', settings.encoder, ...options];
}

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
