// What a loop needs and does not change. The engine works a value out where it is used, in every round of a loop too, but
// what has been in memory it reads once.

const room = memory.data(16, 16);

@inline export function settled(value: v128): v128 {
  v128.store(room, value);
  return v128.load(room);
}
