/**
 * The values that are inserted into a pipeline file. None contains quotes or characters that a shell or YAML
 * interprets.
 */
export interface PipelineValues {
  url: string;
  organization: string;
  /** The version of the command line that the pipeline runs. */
  version: string;
  /** The target branch of pull requests. */
  branch: string;
}

/** The pipeline file of one CI. */
export interface Pipeline {
  /** Its path from the root of the repository. */
  file: string;
  /** Files that show that a repository uses this CI. */
  signs: readonly string[];
  /** The code hosts of which this is the own CI. */
  hosts: readonly string[];
  text(values: PipelineValues): string;
  /** The body of `POST /v1/oidc/trust`; absent when the CI has no identity. Ids are in angle brackets. */
  trust?(values: PipelineValues): object;
  /** Sentences about the remaining manual steps. */
  steps: readonly string[];
}

/** The timeout of a job that waits 30 minutes for the verdict, including installation and reports. */
export const jobMinutes = 40;

/** A folder outside of the checkout, so that npm reads only the user's settings. */
const installed = '~/.scangate';

/**
 * Removes the files that a CI publishes as reports, and creates their folders: files of the change with these names
 * must not be mistaken for the result of a scan that was refused. One file is named by a variable of the CI.
 */
const freshReports = (files: readonly string[]): string => {
  const own = files.filter((file) => !file.startsWith('"'));
  const folders = new Set(own.flatMap((file) => file.split('/').slice(0, -1)));
  const names = new Set(own.map((file) => file.split('/')[0] ?? file));
  const made = folders.size === 0 ? '' : `mkdir ${[...folders].join(' ')} && `;
  return names.size === 0 ? '' : `rm -rf ${[...names].join(' ')} && ${made}`;
};

/**
 * The command that a pipeline runs. Node is in the image. npx is not used, because it would read `.npmrc` of the
 * change and start programs from its `node_modules/.bin`.
 */
export const scanCommandLine = (
  { version }: PipelineValues,
  reports: Readonly<Record<string, string>>,
): string =>
  [
    `${freshReports(Object.values(reports))}npm install --global --prefix ${installed} scangate@${version} && ${installed}/bin/scangate scan`,
    ...Object.entries(reports).map(([format, file]) => `--format ${format} --output ${file}`),
  ].join(' ');

/** The image of a job, with Node and git. */
export const image = 'node:24';
