/** The values that a pipeline file is filled in with. All of it is free of quotes and of anything that a shell or YAML reads. */
export interface PipelineValues {
  url: string;
  organization: string;
  /** The version of the command line that the pipeline runs. */
  version: string;
  /** The branch that pull requests go to. */
  branch: string;
}

/** The pipeline file of one CI. */
export interface Pipeline {
  /** Its path from the root of the repository. */
  file: string;
  /** Files that show that a repository uses this CI. */
  signs: readonly string[];
  /** The hosts of repositories whose own CI it is. */
  hosts: readonly string[];
  text(values: PipelineValues): string;
  /** The body of `POST /v1/oidc/trust`; absent where the CI has no identity. Ids stand in angle brackets. */
  trust?(values: PipelineValues): object;
  /** Sentences about what is left to do by hand. */
  steps: readonly string[];
}

/** A job that waits 30 minutes for the verdict, and has time to install and to report. */
export const jobMinutes = 40;

/** A folder outside of the checkout; for it npm reads the settings of the user alone. */
const installed = '~/.scangate';

/**
 * Removes the files that a CI publishes as reports, and makes their folders: what the change brings along under these names
 * must not be taken for the result of a scan that was refused. A variable of the CI names a file of its own.
 */
const freshReports = (files: readonly string[]): string => {
  const own = files.filter((file) => !file.startsWith('"'));
  const folders = new Set(own.flatMap((file) => file.split('/').slice(0, -1)));
  const names = new Set(own.map((file) => file.split('/')[0] ?? file));
  const made = folders.size === 0 ? '' : `mkdir ${[...folders].join(' ')} && `;
  return names.size === 0 ? '' : `rm -rf ${[...names].join(' ')} && ${made}`;
};

/**
 * The command that a pipeline runs. Node is in the image. It is not npx, which would read `.npmrc` of the change and start
 * programs of its `node_modules/.bin`.
 */
export const scanCommandLine = (
  { version }: PipelineValues,
  reports: Readonly<Record<string, string>>,
): string =>
  [
    `${freshReports(Object.values(reports))}npm install --global --prefix ${installed} scangate@${version} && ${installed}/bin/scangate scan`,
    ...Object.entries(reports).map(([format, file]) => `--format ${format} --output ${file}`),
  ].join(' ');

/** The image of a job: it has Node and git. */
export const image = 'node:24';
