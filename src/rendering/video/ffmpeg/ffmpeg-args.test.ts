import { expect, test } from 'vitest';
import type { VideoSettings } from '../encoder.ts';
import { ffmpegArgs, probeArgs } from './ffmpeg-args.ts';

const settings = (changes: Partial<VideoSettings> = {}): VideoSettings => ({
  file: 'out.mp4',
  width: 1280,
  height: 720,
  fps: 60,
  encoder: 'libx264',
  preset: 'veryfast',
  crf: 20,
  audio: { bitrate: 192_000 },
  ...changes,
});

test('pictures and sound are read from pipes and written to an mp4 with its index in front', () => {
  expect(ffmpegArgs(settings(), 'part').join(' ')).toBe(
    '-hide_banner -nostdin -loglevel error ' +
      '-probesize 32 -analyzeduration 0 -thread_queue_size 4 -f rawvideo -pixel_format yuv420p -video_size 1280x720 -framerate 60 ' +
      '-color_range tv -colorspace bt709 -color_primaries bt709 -color_trc bt709 -i pipe:0 ' +
      '-probesize 32 -analyzeduration 0 -thread_queue_size 512 -f f32le -ar 48000 -ac 2 -i pipe:3 ' +
      '-map 0:v -pix_fmt yuv420p -c:v libx264 -g:v 120 -preset:v veryfast -crf:v 20 -x264-params:v stitchable=1 ' +
      '-color_range tv -colorspace bt709 -color_primaries bt709 -color_trc bt709 ' +
      '-map 1:a -c:a aac -b:a 192000 -aac_coder fast -aac_is 0 -aac_pns 0 -aac_tns 0 ' +
      '-movflags +faststart -fflags +bitexact -f mp4 -y part',
  );
});

test('a video without sound has no second pipe', () => {
  const args = ffmpegArgs(settings({ audio: null }), 'part');
  expect(args).not.toContain('pipe:3');
  expect(args).not.toContain('-c:a');
});

test.each([
  ['h264_vaapi', '-vf format=nv12,hwupload', '-vaapi_device /dev/dri/renderD128'],
  ['h264_qsv', '-vf format=nv12', ''],
  ['h264_nvenc', '-pix_fmt yuv420p', ''],
])('%s gets pictures in the format of its hardware, also in the probe', (encoder, pictures, device) => {
  for (const args of [ffmpegArgs(settings({ encoder }), 'part'), probeArgs(settings({ encoder }))]) {
    expect(args.join(' ')).toContain(`${pictures} -c:v ${encoder}`);
    expect(args.join(' ')).toContain(device);
  }
});

test('a probe encodes one picture and writes no file', () => {
  const args = probeArgs(settings());
  expect(args.slice(-3)).toEqual(['-f', 'null', '-']);
  expect(args.join(' ')).toContain('-frames:v 1');
});
