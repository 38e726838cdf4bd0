import { integerOr } from '../text-format/fields.ts';
import type { Layer, Origin, TriggerCondition } from './storyboard.ts';

const layers: readonly Layer[] = ['background', 'fail', 'pass', 'foreground', 'overlay'];

/** A layer by name or number; what the game does not know goes to the background. */
export function parseLayer(field: string | undefined): Layer {
  const name = (field ?? '').trim().toLowerCase();
  return layers.find((layer) => layer === name) ?? layers[integerOr(name, 0)] ?? 'background';
}

const origins: readonly (readonly [string, Origin])[] = [
  ['topleft', { x: 0, y: 0 }],
  ['centre', { x: 0.5, y: 0.5 }],
  ['centreleft', { x: 0, y: 0.5 }],
  ['topright', { x: 1, y: 0 }],
  ['bottomcentre', { x: 0.5, y: 1 }],
  ['topcentre', { x: 0.5, y: 0 }],
  ['custom', { x: 0, y: 0 }],
  ['centreright', { x: 1, y: 0.5 }],
  ['bottomleft', { x: 0, y: 1 }],
  ['bottomright', { x: 1, y: 1 }],
];

/** An origin by name or number; what the game does not know is the top left. */
export function parseOrigin(field: string | undefined): Origin {
  const name = (field ?? '').trim().toLowerCase();
  const found = origins.find(([known]) => known === name) ?? origins[integerOr(name, 0)] ?? origins[0]!;
  return found[1];
}

const hitSound = /^HitSound(All|Normal|Soft|Drum)?(All|Normal|Soft|Drum)?(Whistle|Finish|Clap)?(\d{1,6})?$/;

/** The condition of a trigger, such as `HitSoundDrumFinish`; null when the game has none of that name. */
export function parseTriggerCondition(name: string): TriggerCondition | null {
  switch (name) {
    case 'Passing':
      return { kind: 'passing' };
    case 'Failing':
      return { kind: 'failing' };
    case 'HitObjectHit':
      return { kind: 'hit-object-hit' };
  }
  const parts = hitSound.exec(name);
  if (parts === null) return null;
  const [, first, second, addition, index] = parts;
  // A single set in front of an addition is the addition's.
  const alone = second === undefined && addition !== undefined;
  return {
    kind: 'hit-sound',
    normalSet: alone ? null : parseSampleSet(first),
    additionSet: parseSampleSet(alone ? first : second),
    addition: (addition?.toLowerCase() ?? null) as 'whistle' | 'finish' | 'clap' | null,
    index: index === undefined ? null : Number(index),
  };
}

function parseSampleSet(name: string | undefined): 'normal' | 'soft' | 'drum' | null {
  return name === undefined || name === 'All' ? null : (name.toLowerCase() as 'normal' | 'soft' | 'drum');
}
