const memorySlot = memory.data(16, 16);

/**
 * Marks a vector that a loop uses and does not change. V8 would otherwise recompute it in every iteration; a value that was
 * loaded from memory is kept in a register.
 * @inline
 */
export function loopConstant(value: v128): v128 {
  v128.store(memorySlot, value);
  return v128.load(memorySlot);
}
