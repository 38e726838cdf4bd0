/**
 * Starts counting; the answer says how many milliseconds of the processor this process has taken since. A machine that is
 * busy with others makes work take longer, but not more of it.
 */
export function startCpuClock(): () => number {
  const before = process.cpuUsage();
  return () => {
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1000;
  };
}
