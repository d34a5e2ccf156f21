const sampleMs = 500;
const megabyte = 1024 * 1024;

/** The memory of this process while something runs, in MB. */
export interface MemorySamples {
  peakMb(): number;
  /** The mean of a part of the samples, such as 0.75 to 1 for the last quarter. */
  meanMb(from: number, to: number): number;
  stop(): void;
}

/** Samples the resident memory of this process, workers included. */
export const sampleMemory = (): MemorySamples => {
  const samples: number[] = [process.memoryUsage.rss() / megabyte];
  const timer = setInterval(() => samples.push(process.memoryUsage.rss() / megabyte), sampleMs).unref();
  return {
    peakMb: () => Math.round(Math.max(...samples)),
    meanMb: (from, to) => {
      const part = samples.slice(Math.floor(from * samples.length), Math.ceil(to * samples.length));
      return Math.round(part.reduce((sum, one) => sum + one, 0) / part.length);
    },
    stop: () => clearInterval(timer),
  };
};
