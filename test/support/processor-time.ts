/** Milliseconds this thread has worked so far. Unlike a clock's, their difference is the same on a busy machine. */
export const processorMs = (): number => {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
};
