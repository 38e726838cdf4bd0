import { createCanvas, loadImage, type SKRSContext2D } from '@napi-rs/canvas';
import { loadTypeface } from '../glyphs/files/index.ts';
import { cutText, fitText } from './fit-text.ts';
import { createTextWriter, type TextWriter } from './write-text.ts';

/** What a card says of a play. A value of null is left out. */
export interface Card {
  readonly title: string;
  readonly difficulty: string | null;
  readonly player: string;
  readonly mods: readonly string[];
  readonly grade: { readonly letters: string; readonly isSilver: boolean } | null;
  /** Large values below each other's names, such as accuracy and pp, from the most to the least important. */
  readonly values: readonly { readonly name: string; readonly value: string }[];
}

export interface CardOptions {
  /** A frame of the video, as JPEG; the background is plain if it is null or broken. */
  readonly picture: Uint8Array | null;
  /** The folder of glyph pages. */
  readonly glyphs: string;
}

/** The size that chats and social networks show without cutting anything off. */
export const cardSize = { width: 1200, height: 630 } as const;

const quality = 88;
const margin = 64;
const colours = { text: '#ffffff', quiet: '#c3c7d6', accent: '#ff8ccd', pill: 'rgba(255, 255, 255, 0.16)' };
const gradeColours: Readonly<Record<string, string>> = {
  SS: '#ffd34d',
  S: '#ffd34d',
  A: '#8fe34b',
  B: '#5cc0ff',
  C: '#d58bff',
  D: '#ff7070',
  F: '#ff7070',
};
const silver = '#e6edf7';

/** Draws a picture with the facts of a play beside a frame of its video, and returns it as JPEG. */
export async function drawCard(card: Card, { picture, glyphs }: CardOptions): Promise<Buffer> {
  const canvas = createCanvas(cardSize.width, cardSize.height);
  const context = canvas.getContext('2d');
  await paintBackground(context, picture);
  const texts = [card.title, card.difficulty ?? '', card.player, '…'];
  const writer = createTextWriter(context, loadTypeface(glyphs, texts));
  writeHeading(context, card, writer);
  if (card.grade !== null) writeGrade(card.grade, writer);
  writeValues(card, writer);
  return canvas.encode('jpeg', quality);
}

/** The frame fills the card; it is dark where the texts are. */
async function paintBackground(context: SKRSContext2D, picture: Uint8Array | null): Promise<void> {
  const { width, height } = cardSize;
  context.fillStyle = '#14151d';
  context.fillRect(0, 0, width, height);
  if (picture === null) return;
  // A worker or the operator may have stored something else; the facts are worth a card without it.
  const image = await loadImage(picture).catch(() => null);
  if (image === null) return;
  const scale = Math.max(width / image.width, height / image.height);
  const [shownWidth, shownHeight] = [image.width * scale, image.height * scale];
  context.drawImage(image, (width - shownWidth) / 2, (height - shownHeight) / 2, shownWidth, shownHeight);
  const shade = context.createLinearGradient(0, 0, 0, height);
  shade.addColorStop(0, 'rgba(12, 13, 20, 0.86)');
  shade.addColorStop(0.5, 'rgba(12, 13, 20, 0.3)');
  shade.addColorStop(0.62, 'rgba(12, 13, 20, 0.45)');
  shade.addColorStop(0.78, 'rgba(12, 13, 20, 0.9)');
  shade.addColorStop(1, 'rgba(12, 13, 20, 0.94)');
  context.fillStyle = shade;
  context.fillRect(0, 0, width, height);
}

function writeHeading(context: SKRSContext2D, { title, difficulty, player, mods }: Card, writer: TextWriter): void {
  const maxWidth = cardSize.width - 2 * margin;
  let y = margin + 44;
  for (const line of fitText(title, { maxWidth, maxLines: 2, measure: writer.measure(54) })) {
    writer.write(line, { x: margin, y, sizePx: 54, colour: colours.text });
    y += 66;
  }
  const small = { sizePx: 36, measure: writer.measure(36) };
  if (difficulty !== null) {
    const text = cutText(difficulty, { maxWidth, ...small });
    writer.write(text, { x: margin, y: y - 8, sizePx: small.sizePx, colour: colours.accent });
    y += 54;
  }
  // Mods stand behind the name, which may then fill at most half of the line.
  const name = cutText(player, { maxWidth: mods.length > 0 ? maxWidth / 2 : maxWidth, ...small });
  writer.write(name, { x: margin, y: y - 8, sizePx: small.sizePx, colour: colours.text });
  writeMods(context, mods, { writer, x: margin + (name === '' ? 0 : small.measure(name) + 24), y: y - 8 });
}

interface ModsPlace {
  readonly writer: TextWriter;
  /** The left end of the baseline. */
  readonly x: number;
  readonly y: number;
}

function writeMods(context: SKRSContext2D, mods: readonly string[], { writer, x, y }: ModsPlace): void {
  const sizePx = 30;
  let left = x;
  for (const mod of mods) {
    const width = writer.measure(sizePx)(mod) + 26;
    if (left + width > cardSize.width - margin) return;
    context.fillStyle = colours.pill;
    context.beginPath();
    context.roundRect(left, y - 36, width, 46, 10);
    context.fill();
    writer.write(mod, { x: left + width / 2, y: y - 2, sizePx, colour: colours.text, align: 'centre' });
    left += width + 10;
  }
}

const valuesLine = cardSize.height - margin;
const gradeSizePx = 140;

function writeGrade({ letters, isSilver }: NonNullable<Card['grade']>, writer: TextWriter): void {
  const colour = isSilver ? silver : (gradeColours[letters] ?? colours.text);
  writer.write(letters, { x: margin - 6, y: valuesLine, sizePx: gradeSizePx, colour });
}

/** Writes the values beside the grade, as many as fit. */
function writeValues({ values, grade }: Card, writer: TextWriter): void {
  let x = margin + (grade === null ? 0 : writer.measure(gradeSizePx)(grade.letters) + 34);
  for (const { name, value } of values) {
    const width = Math.max(writer.measure(56)(value), writer.measure(24)(name));
    if (x + width > cardSize.width - margin) return;
    writer.write(name, { x, y: valuesLine - 66, sizePx: 24, colour: colours.quiet });
    writer.write(value, { x, y: valuesLine, sizePx: 56, colour: colours.text });
    x += width + 44;
  }
}
