import { ScanFailed } from '@scangate/engines/model/failure';
import { GitFailure } from '@scangate/git/git-failure';
import { ChildChannel } from './child-channel.ts';
import { closeNetwork } from './close-network.ts';
import { maxMessage } from './sandbox-limits.ts';

/** A job of a sandbox. Its input and its result are JSON; larger bytes are parts. */
export type Job = (input: never, channel: ChildChannel) => Promise<unknown>;

/** An error in the form in which it leaves the sandbox. */
export interface ReportedError {
  name: string;
  message: string;
  /** The fields of an expected failure. */
  details?: unknown;
}

const report = (error: unknown): ReportedError => {
  if (error instanceof ScanFailed)
    return { name: 'ScanFailed', message: error.message, details: error.failure };
  if (error instanceof GitFailure)
    return { name: 'GitFailure', message: error.message, details: { reason: error.reason } };
  const known = error instanceof Error ? error : new Error(String(error));
  return { name: known.name, message: `${known.message}\n${known.stack ?? ''}`.slice(0, maxMessage) };
};

const json = (value: unknown): Buffer[] => [Buffer.from(JSON.stringify(value) ?? 'null')];

/**
 * Runs the jobs that the parent sends, one after the other, until it closes the pipe. This is the main loop of a
 * sandbox, which first of all closes the network.
 */
export const serveJobs = async (jobs: Readonly<Record<string, Job>>): Promise<void> => {
  closeNetwork();
  const channel = new ChildChannel();
  for (let frame = channel.readFrame(); frame; frame = channel.readFrame()) {
    // This is the rest of a response that a failed job did not read.
    if (frame.kind !== 'job') continue;
    try {
      const { job, input } = JSON.parse(frame.content.toString('utf8')) as { job: string; input: never };
      const run = Object.hasOwn(jobs, job) ? jobs[job] : undefined;
      if (!run) throw new Error(`the sandbox has no job ${job}`);
      channel.send('done', json(await run(input, channel)));
    } catch (error) {
      channel.send('failed', json(report(error)));
    }
  }
  process.exit(0);
};
