/** The grades of a play, best first; X is shown as SS, H marks the silver ones of Hidden and Flashlight, and F is a fail. */
export const grades = ['XH', 'X', 'SH', 'S', 'A', 'B', 'C', 'D', 'F'] as const;

export type Grade = (typeof grades)[number];

/** The letters that players read: silver grades have the same letters as gold ones. */
export function gradeName(grade: Grade): string {
  return grade.startsWith('X') ? 'SS' : grade.charAt(0);
}
