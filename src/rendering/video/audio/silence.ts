/** Returns a function that returns silent samples, in the same memory each time: new blocks would be garbage ten times a second. */
export function createSilence(): (length: number) => Float32Array {
  let memory = new Float32Array(0);
  return (length) => {
    if (memory.length < length) memory = new Float32Array(length);
    return memory.subarray(0, length).fill(0);
  };
}
