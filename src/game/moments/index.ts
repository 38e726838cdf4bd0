export { findMoments, proposeMoments } from './find-moments.ts';
export { type Moment, type MomentKind, type MomentsInput, momentKinds, type Period } from './moment.ts';
