/** Where the cursor was, seen along the movement from the object before. */
export type Side = 'beyond' | 'short' | 'left' | 'right' | 'outside';

/** What a judgement below the best one is called. */
export type Outcome = 'great' | 'ok' | 'meh' | 'miss' | 'break' | 'end';

/** The texts about single mistakes in one language, for reports and for the page. */
export const mistakesEnglish = {
  comboLost: (combo: string) => `−${combo} combo`,
  ppLost: (pp: string) => `−${pp} pp`,
  outcomes: {
    great: '300',
    ok: '100',
    meh: '50',
    miss: 'Miss',
    break: 'Slider break',
    end: 'Slider end',
  } satisfies Record<Outcome, string>,
  sentences: {
    early: (ms: string, result: string) => `You clicked ${ms} ms early: ${result}.`,
    late: (ms: string, result: string) => `You clicked ${ms} ms late: ${result}.`,
    aim: (px: string, side: Side) =>
      ({
        beyond: `The cursor was ${px} px beyond the circle.`,
        short: `The cursor was ${px} px short of the circle.`,
        left: `The cursor was ${px} px left of the circle, seen along your movement.`,
        right: `The cursor was ${px} px right of the circle, seen along your movement.`,
        outside: `The cursor was ${px} px outside the circle.`,
      })[side],
    aimTime: 'The cursor was not on the object at the right time.',
    notClicked: 'You did not click.',
    noPress: 'The cursor was on the object, but no key was pressed.',
    missedBoth: 'The cursor was not on the object, and no key was pressed.',
    missedBothBy: (px: string) => `The cursor was ${px} px away from the object, and no key was pressed.`,
    noteLock: (object: string, blockedBy: string) => `Object ${object} was still locked by object ${blockedBy}.`,
    noteLockUnnamed: (object: string) => `Object ${object} was still locked by the one before.`,
    tooEarly: 'You clicked before the object could be hit.',
    tooEarlyBy: (ms: string) => `You clicked ${ms} ms early, before the object could be hit.`,
    extraPressEarly: (ms: string) => `You clicked once too often: the extra click, ${ms} ms early, counted.`,
    extraPress: 'An extra click counted instead of the right one.',
    extraPressOn: (object: string, other: string) => `Object ${other} took your click, so object ${object} got none.`,
    sliderReleased: 'You released the key before the slider ended.',
    sliderReleasedBy: (ms: string) => `You released the key ${ms} ms before the slider ended.`,
    sliderLeft: 'The cursor left the slider.',
    sliderLeftBy: (px: string) => `The cursor was ${px} px away from the slider ball.`,
    sliderLeftBefore: (px: string, ms: string) =>
      `The cursor was ${px} px away from the slider ball, ${ms} ms before the slider ended.`,
    headEarly: (ms: string) => `You clicked the start of the slider ${ms} ms early.`,
    headLate: (ms: string) => `You clicked the start of the slider ${ms} ms late.`,
    headMissed: 'You did not hit the start of the slider.',
    spinner: 'The spinner has too few turns.',
    spinnerTurns: (turns: string, required: string, rpm: string) =>
      `You spun ${turns} of ${required} turns, at ${rpm} turns per minute.`,
    unknown: 'The cause could not be found.',
  },
};

export type MistakeTexts = typeof mistakesEnglish;
