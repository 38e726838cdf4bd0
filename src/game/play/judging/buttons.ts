/** Mouse and keyboard share two buttons: M1 and K1 are left, M2 and K2 are right. */
export const leftButton = 1;
export const rightButton = 2;
export const bothButtons = 3;

/** The state of the two buttons, updated at every frame. */
export interface Buttons {
  held: number;
  /** Held before the last change, and before the change before it. */
  heldBefore: number;
  heldBeforeThat: number;
  /** Buttons pressed in this frame. */
  pressed: number;
  /** Presses of this frame that no object has taken yet. */
  unused: number;
}

export function releasedButtons(): Buttons {
  return { held: 0, heldBefore: 0, heldBeforeThat: 0, pressed: 0, unused: 0 };
}

export function buttonsOfKeys(keys: number): number {
  return ((keys & 5) !== 0 ? leftButton : 0) | ((keys & 10) !== 0 ? rightButton : 0);
}

export function updateButtons(buttons: Buttons, held: number): void {
  buttons.pressed = held & ~buttons.held;
  buttons.unused = buttons.pressed;
  if (held === buttons.held) return;
  buttons.heldBeforeThat = buttons.heldBefore;
  buttons.heldBefore = buttons.held;
  buttons.held = held;
}

/** Takes one press, the left one first. */
export function takePress(buttons: Buttons): number {
  const taken = (buttons.unused & leftButton) !== 0 ? leftButton : buttons.unused & rightButton;
  buttons.unused &= ~taken;
  return taken;
}

/** The button that a slider stores: one pressed in this frame, otherwise the held ones. */
export function newestButton(buttons: Buttons): number {
  if ((buttons.pressed & leftButton) !== 0) return leftButton;
  if ((buttons.pressed & rightButton) !== 0) return rightButton;
  return buttons.held;
}
