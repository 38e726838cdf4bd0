/** While a slider's ball is followed, the cursor may be this many circle radii away from it. */
export const followAreaRadii = 2.4;
