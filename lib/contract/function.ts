import type { Needs } from './needs.ts';

/** One Lambda that is not an endpoint: a workflow task, a job, the authorizer, an operator's act. */
export interface FunctionSpec {
  /** Kebab-case; the folder, the Lambda and the alarm are called the same. */
  name: string;
  summary: string;
  /** Module that exports `handler`, relative to the repository root. */
  entry: string;
  needs: Needs;
  memoryMb: number;
  timeoutSeconds: number;
  /** Size of /tmp; 512 unless said. */
  ephemeralMb?: number;
  /** EventBridge schedule, for jobs. */
  everyMinutes?: number;
}

export const defineFunction = <const F extends FunctionSpec>(spec: F): F => spec;
