/** The layout of the generated map and play. */
const spacing = 250;
const firstTime = 1000;
const sliderLength = 100;

/** Every fourth object is a slider, the others are circles. */
function objectAt(index: number): { time: number; x: number; y: number; isSlider: boolean } {
  const angle = index * 0.7;
  return {
    time: firstTime + index * spacing,
    x: Math.round(206 + 150 * Math.cos(angle)),
    y: Math.round(192 + 120 * Math.sin(angle)),
    isSlider: index % 4 === 3,
  };
}

/** Generates a .osu file with a number of objects. */
export function syntheticMap(objectCount: number): Uint8Array {
  const objects = Array.from({ length: objectCount }, (_, index) => {
    const { time, x, y, isSlider } = objectAt(index);
    const type = (isSlider ? 2 : 1) + (index % 8 === 0 ? 4 : 0);
    const curve = isSlider ? `,L|${x + sliderLength}:${y},1,${sliderLength}` : '';
    return `${x},${y},${time},${type},0${curve}${isSlider ? '' : ',0:0:0:0:'}`;
  });
  const text = `osu file format v14

[General]
AudioFilename: audio.mp3
Mode: 0
StackLeniency: 0.7

[Metadata]
Title:Synthetic
Artist:Nobody
Creator:Nobody
Version:${objectCount} objects

[Difficulty]
HPDrainRate:5
CircleSize:4
OverallDifficulty:7
ApproachRate:9
SliderMultiplier:2
SliderTickRate:4

[TimingPoints]
0,250,4,2,0,70,1,0

[HitObjects]
${objects.join('\r\n')}
`;
  return new TextEncoder().encode(text);
}

/** Generates the frames of a play that hits all objects: straight lines between objects, and a press at each. */
export function syntheticFrames(objectCount: number, framesPerObject: number) {
  const count = objectCount * framesPerObject;
  const times = new Float64Array(count);
  const xs = new Float32Array(count);
  const ys = new Float32Array(count);
  const keys = new Uint8Array(count);
  for (let i = 0; i < count; i++) {
    const index = Math.floor(i / framesPerObject);
    const progress = (i % framesPerObject) / framesPerObject;
    const from = objectAt(index);
    const to = objectAt(Math.min(index + 1, objectCount - 1));
    // A slider of 100 px takes half of the time to the next object: follow the ball, then move on.
    const onSlider = from.isSlider && progress <= 0.5;
    const travel = from.isSlider ? Math.max(0, progress * 2 - 1) : progress;
    const startX = from.isSlider ? from.x + sliderLength : from.x;
    times[i] = from.time + progress * spacing;
    xs[i] = onSlider ? from.x + sliderLength * progress * 2 : startX + (to.x - startX) * travel;
    ys[i] = from.y + (to.y - from.y) * travel;
    // Alternate left and right, each held for half of the time.
    keys[i] = progress < 0.55 ? (index % 2 === 0 ? 1 : 2) : 0;
  }
  return { count, times, xs, ys, keys };
}
