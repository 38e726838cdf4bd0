import { integerOr } from '../text-format/fields.ts';
import type { Layer, Origin, TriggerCondition } from './storyboard.ts';

const layers: readonly Layer[] = ['background', 'fail', 'pass', 'foreground', 'overlay'];

/** Parses a layer by name or number; an unknown layer is the background. */
export function parseLayer(field: string | undefined): Layer {
  const name = (field ?? '').trim().toLowerCase();
  return layers.find((layer) => layer === name) ?? layers[integerOr(name, 0)] ?? 'background';
}

const topLeft: Origin = { x: 0, y: 0 };

/** In the order of the game's numbers. */
const origins: readonly (readonly [string, Origin])[] = [
  ['topleft', topLeft],
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

/** Parses an origin by name or number; an unknown origin is the top left. */
export function parseOrigin(field: string | undefined): Origin {
  const name = (field ?? '').trim().toLowerCase();
  const [, origin = topLeft] = origins.find(([keyword]) => keyword === name) ?? origins[integerOr(name, 0)] ?? [];
  return origin;
}

const hitSound = /^HitSound(All|Normal|Soft|Drum)?(All|Normal|Soft|Drum)?(Whistle|Finish|Clap)?(\d{1,6})?$/;

/** Parses the condition of a trigger, such as `HitSoundDrumFinish`; null if the game has no such condition. */
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
  // A single sample set before an addition is that of the addition.
  const isAdditionSet = second === undefined && addition !== undefined;
  return {
    kind: 'hit-sound',
    normalSet: isAdditionSet ? null : parseSampleSet(first),
    additionSet: parseSampleSet(isAdditionSet ? first : second),
    addition: (addition?.toLowerCase() ?? null) as 'whistle' | 'finish' | 'clap' | null,
    index: index === undefined ? null : Number(index),
  };
}

function parseSampleSet(name: string | undefined): 'normal' | 'soft' | 'drum' | null {
  return name === undefined || name === 'All' ? null : (name.toLowerCase() as 'normal' | 'soft' | 'drum');
}
