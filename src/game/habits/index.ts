export { type HabitSums, habitSumsOf, mergeHabitSums } from './habit-sums.ts';
export {
  type Bin,
  type ErrorHabit,
  type Habits,
  habitsOf,
  isUncertain,
  type KeyHabit,
  type MovementAimHabit,
  type Spread,
} from './habits.ts';
