import { execFileSync } from 'node:child_process';

const told = 'process.stdout.write(JSON.stringify(process.cpuUsage()))';

/** Starts an empty Node so many times. @returns the processor time of each in milliseconds. */
export const startsOfNode = (count: number): number[] =>
  Array.from({ length: count }, () => {
    const { user, system } = JSON.parse(execFileSync(process.execPath, ['-e', told]).toString()) as {
      user: number;
      system: number;
    };
    return (user + system) / 1000;
  });
