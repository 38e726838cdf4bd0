/**
 * What danser-cli (0.11) prints, in the order it prints it; only names, numbers and the endless line of its settings are
 * shortened. Each ends as the program does.
 */
const at = (lines: string): string[] =>
  lines
    .trim()
    .split('\n')
    .map((line) => `2025/04/02 13:37:00 ${line}`);

const loading = at(`
danser-go version: 0.11.0
Loading settings: reprise.json
Current config:
XQAAAAB4nOx9aXMbR7bl
DatabaseManager: Checking database version...
DatabaseManager: Scanning "Songs" for .osu files...
DatabaseManager: Imported 1 beatmaps, removed 0
Initializing GLFW...
GLFW initialized!
Creating window...
OpenGL Version: 4.5 (Core Profile) Mesa 22.3.6
BASS Initialized!
BASS Version:       2.4.17
Playing: Artist - Title [Insane]
Audio track: audio.mp3
Loading replay for "Somebody":
	Mods:  NM
	Median cv frametime: 16.67ms
	Replay duration: 3s
	Expected score: 600
Using pp calc version 250306
Stars:
	Aim:   1.02
	Speed: 0.51
	Total: 1.71
SS PP:
	Aim:   4.10
	Tap:   1.20
	Acc:   2.30
	Total: 7.77
Calculating HP rates for "Somebody"
	HP Multiplier: 1.0000
`);

const encoding = at(`
Starting encoding!
Running ffmpeg with options: [-y -f rawvideo -c:v rawvideo -s 1920x1080 -pix_fmt yuv420p]
Running ffmpeg with options: [-y -f f32le -acodec pcm_f32le -ar 48000 -ac 2]
Progress: 0%, Speed: 0.00x, ETA: 0s
Progress: 37%, Speed: 0.16x, ETA: 1m33s
Progress: 74%, Speed: 0.17x, ETA: 41s
Progress: 99%, Speed: 0.17x, ETA: 1s
`);

const table = at(`
+---+----------+-------+----------+-------+-----+-----+----+------+-------+-----------+------+------+
| # |  PLAYER  | SCORE | ACCURACY | GRADE | 300 | 100 | 50 | MISS | COMBO | MAX COMBO | MODS |  PP  |
+---+----------+-------+----------+-------+-----+-----+----+------+-------+-----------+------+------+
| 1 | Somebody | 1,234 |   100.00 | SS    |   2 |   0 |  0 |    0 |     2 |         2 |      | 6.54 |
+---+----------+-------+----------+-------+-----+-----+----+------+-------+-----------+------+------+
`);

const composing = at(`
Progress: 100%, Speed: 0.17x, ETA: 0s
Finishing rendering...
Finished! Stopping video pipe...
Video pipe closed. Waiting for video ffmpeg process to finish...
Finished! Stopping audio pipe...
Starting composing audio and video into one file...
Finished!
Cleaning up intermediate files...
`);

const available = at(`
Video is available at: /somewhere/else/reprise.mp4
Exiting normally.
`);

export const transcripts = {
  loading,
  encoding,
  table,
  composing,
  available,
  mapNotFound: [...loading.slice(0, 7), ...at('Beatmap not found, closing...')],
  truncatedReplay: [...loading, 'panic: reading Count300: EOF', '', 'goroutine 1 [running]:', 'main.run()'],
  otherMode: ['panic: Modes other than osu!standard are not supported', '', 'goroutine 1 [running]:'],
  unknownEncoder: [...loading, 'panic: Video codec "libfoo" does not exist', '', 'goroutine 1 [running]:'],
  badPreset: [...loading, 'panic: encoder "libx264": invalid preset: zoom'],
  noOpenGl: [
    ...loading.slice(0, 9),
    'panic: Failed to initialize OpenGL: your GPU does not support one or more required OpenGL extensions: [GL_ARB_clear_texture]',
  ],
  noDisplay: [...loading.slice(0, 8), 'panic: GLFW: X11: The DISPLAY environment variable is missing'],
  noFfmpeg: [...loading, 'panic: ffmpeg not found! Please make sure it is installed in danser directory or in PATH.'],
} as const;
