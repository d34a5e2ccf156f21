import type { Needs } from './needs.ts';

/** A Lambda that is not an endpoint: a workflow task, a job, the authorizer, an operator's action. */
export interface FunctionSpec {
  /** Kebab-case; the name of the folder, the Lambda and the alarm. */
  name: string;
  summary: string;
  /** Module that exports `handler`, relative to the repository root. */
  entry: string;
  needs: Needs;
  memoryMb: number;
  timeoutSeconds: number;
  /** Size of /tmp; 512 by default. */
  ephemeralMb?: number;
  /** Modules that it imports at run time are separate files in its bundle, so that a start does not load them. */
  loadsOnDemand?: true;
  /** The interval of a job's EventBridge schedule. */
  everyMinutes?: number;
}

/** Returns a function of the table with its exact type. */
export const defineFunction = <const F extends FunctionSpec>(spec: F): F => spec;
