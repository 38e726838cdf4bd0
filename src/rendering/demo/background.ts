import { createCanvas, type SKRSContext2D } from '@napi-rs/canvas';
import { createRandom } from '../synth/index.ts';

const width = 1920;
const height = 1080;
const sun = { x: 1240, y: 610, radius: 190 } as const;

/** The background of the demo map: a sunset over hills, with rings around the sun. */
export function drawBackground(): Buffer {
  const canvas = createCanvas(width, height);
  const pen = canvas.getContext('2d');
  drawSky(pen);
  drawStars(pen);
  drawRings(pen);
  drawSun(pen);
  for (const [i, hill] of hills.entries()) drawHill(pen, hill, i);
  return canvas.toBuffer('image/jpeg', 88);
}

function drawSky(pen: SKRSContext2D): void {
  const sky = pen.createLinearGradient(0, 0, 0, height);
  for (const [at, colour] of [
    [0, '#0b1030'],
    [0.35, '#2b1f5c'],
    [0.58, '#7a2f6e'],
    [0.76, '#e0656b'],
    [0.9, '#ffb27a'],
  ] as const) {
    sky.addColorStop(at, colour);
  }
  pen.fillStyle = sky;
  pen.fillRect(0, 0, width, height);
}

function drawStars(pen: SKRSContext2D): void {
  const random = createRandom(1);
  for (let star = 0; star < 260; star++) {
    const [x, y] = [random() * width, random() ** 1.6 * height * 0.6];
    const brightness = (1 - y / (height * 0.6)) * (0.25 + 0.75 * random());
    pen.beginPath();
    pen.arc(x, y, 0.6 + random() ** 4 * 2, 0, 2 * Math.PI);
    pen.fillStyle = `rgba(255, 244, 230, ${brightness.toFixed(3)})`;
    pen.fill();
  }
}

/** Rings of light around the sun, wider and fainter with distance. */
function drawRings(pen: SKRSContext2D): void {
  for (let ring = 1; ring <= 9; ring++) {
    pen.beginPath();
    pen.arc(sun.x, sun.y, sun.radius + 34 * ring ** 1.35, 0, 2 * Math.PI);
    pen.lineWidth = 2 + ring * 0.8;
    pen.strokeStyle = `rgba(255, 214, 180, ${(0.34 / ring ** 0.75).toFixed(3)})`;
    pen.stroke();
  }
}

function drawSun(pen: SKRSContext2D): void {
  const glow = pen.createRadialGradient(sun.x, sun.y, sun.radius * 0.6, sun.x, sun.y, sun.radius * 3);
  glow.addColorStop(0, 'rgba(255, 206, 150, 0.55)');
  glow.addColorStop(1, 'rgba(255, 140, 120, 0)');
  pen.fillStyle = glow;
  pen.fillRect(0, 0, width, height);
  const face = pen.createLinearGradient(0, sun.y - sun.radius, 0, sun.y + sun.radius);
  face.addColorStop(0, '#fff3d0');
  face.addColorStop(1, '#ff9a6b');
  pen.beginPath();
  pen.arc(sun.x, sun.y, sun.radius, 0, 2 * Math.PI);
  pen.fillStyle = face;
  pen.fill();
}

interface Hill {
  readonly top: number;
  readonly rise: number;
  readonly waves: number;
  readonly colours: readonly [string, string];
}

const hills: readonly Hill[] = [
  { top: 720, rise: 70, waves: 1.6, colours: ['#8c3f6f', '#5d2c62'] },
  { top: 800, rise: 62, waves: 2.3, colours: ['#5b2a60', '#3a1f50'] },
  { top: 880, rise: 55, waves: 1.9, colours: ['#38204f', '#20163a'] },
  { top: 970, rise: 46, waves: 2.8, colours: ['#1d1636', '#0b0b1e'] },
];

function drawHill(pen: SKRSContext2D, { top, rise, waves, colours }: Hill, index: number): void {
  const crest = (x: number) => {
    const turn = (x / width) * 2 * Math.PI * waves;
    return top + rise * (0.6 * Math.sin(turn + index * 1.9) + 0.3 * Math.sin(turn * 2.3 + index * 4.1));
  };
  pen.beginPath();
  pen.moveTo(0, height);
  for (let x = 0; x <= width; x += 6) pen.lineTo(x, crest(x));
  pen.lineTo(width, height);
  pen.closePath();
  const slope = pen.createLinearGradient(0, top - rise, 0, height);
  slope.addColorStop(0, colours[0]);
  slope.addColorStop(1, colours[1]);
  pen.fillStyle = slope;
  pen.fill();
}
