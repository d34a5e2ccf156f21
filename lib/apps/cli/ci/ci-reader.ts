import type { CiContext, CiHost, CiSources } from './ci-context.ts';

/** A file that a CI writes for its job, and how to parse it. */
export interface EventFile {
  /** The variable that names the file. */
  variable: string;
  form: 'json' | 'properties';
  /** The property that names one more file of the same format. */
  alsoNamedBy?: string;
}

/** A CI system: how it is recognized, and what its variables state. */
export interface CiReader {
  host: CiHost;
  title: string;
  isHere(environment: CiSources['environment']): boolean;
  /** The file that `read` needs, if any. */
  eventFile?(environment: CiSources['environment']): EventFile | undefined;
  /** @throws CliFailure for a value that the CI's documentation rules out. */
  read(sources: CiSources): CiContext;
}
