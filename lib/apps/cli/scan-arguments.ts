import { parseArgs } from 'node:util';
import { scanTypes, type ScanType } from '@scangate/engines/model/scan-type';
import { thresholds, type Threshold } from '@scangate/engines/model/severity';
import { CliFailure, exitCodes } from './exit-codes.ts';

export const scanHelp = `Scans a commit on this machine and prints the verdict.

  npm run scan -- <path or https URL of a git repository> [options]

  --commit HASH      this commit, by its full hash
  --branch NAME      the newest commit of this branch; without either, HEAD of a local repository or the
                     default branch of a remote one
  --types A,B        only these: sbom, sca, license, dependency-advisor, secrets, sast, or all
  --threshold T      critical (the default), high, medium or low: what makes the verdict FAIL
  --advisories PATH  vulnerability data to judge by: OSV records in a directory, .zip, .json, .jsonl or
                     .jsonl.gz; may be given more than once. Without it the data of npm run advisories is used,
                     else a small built-in sample.
  --timeout SECONDS  the time limit of the scan (1800)
  --format F         a report: sarif (2.1.0), cyclonedx-vex (1.6), junit, markdown or json; may be given more than
                     once, each time with the --output it goes to
  --output FILE      where the report of the --format before it goes, - for standard output; a single report without
                     it goes to standard output, instead of what is printed for people
  --json             one JSON document on standard output, as --format json
  --help

Commits are scanned, not the files of the working tree: commit first what is to be scanned. A private remote
repository is scanned from a clone. The scan runs in this process and needs no service. Nothing about the repository
leaves the machine.

Reports do not change the exit code, except that one that cannot be written is bad input. Without a verdict there is
only the JSON report.

Exit codes: 0 PASS, 1 FAIL, 2 ERROR, 3 no verdict (time-out, or the host failed), 4 access refused by the
host of the repository, 6 bad input.
`;

const reportFormats = ['sarif', 'cyclonedx-vex', 'junit', 'markdown', 'json'] as const;
export type ReportFormat = (typeof reportFormats)[number];

export interface RequestedReport {
  format: ReportFormat;
  /** The output file; standard output without it. */
  file?: string;
}

export interface ScanArguments {
  /** The path or URL of the repository. */
  target: string;
  commit?: string;
  branch?: string;
  types?: (ScanType | 'all')[];
  threshold?: Threshold;
  advisories: string[];
  timeoutSeconds: number;
  reports: RequestedReport[];
}

const bad = (message: string): CliFailure => new CliFailure(exitCodes.badInput, `${message} See --help.`);

const options = {
  commit: { type: 'string' },
  branch: { type: 'string' },
  types: { type: 'string' },
  threshold: { type: 'string' },
  advisories: { type: 'string', multiple: true },
  timeout: { type: 'string' },
  format: { type: 'string', multiple: true },
  output: { type: 'string', multiple: true },
  json: { type: 'boolean' },
  help: { type: 'boolean' },
} as const;

/** Turns errors of the parser into bad input. @throws CliFailure that names the option. */
export const failingAsBadInput = <T>(parse: () => T): T => {
  try {
    return parse();
  } catch (error) {
    throw bad((error as Error).message);
  }
};

const typeOf = (name: string): ScanType | 'all' => {
  const known = [...scanTypes, 'all' as const];
  const found = known.find((type) => type === name);
  if (!found) throw bad(`--types knows ${known.join(', ')}, but not "${name}".`);
  return found;
};

const thresholdOf = (name: string): Threshold => {
  const found = thresholds.find((threshold) => threshold === name);
  if (!found) throw bad(`--threshold is critical, high, medium or low, not "${name}".`);
  return found;
};

const secondsOf = (text: string): number => {
  const seconds = Number(text);
  if (!Number.isInteger(seconds) || seconds < 1 || seconds > 86_400) {
    throw bad('--timeout is a number of seconds from 1 to 86400.');
  }
  return seconds;
};

const commitOf = (text: string): string => {
  if (!/^(?:[0-9a-f]{40}|[0-9a-f]{64})$/i.test(text)) throw bad('--commit is a full commit hash.');
  return text.toLowerCase();
};

const formatOf = (name: string): ReportFormat => {
  const found = reportFormats.find((format) => format === name);
  if (!found) throw bad(`--format knows ${reportFormats.join(', ')}, but not "${name}".`);
  return found;
};

const reportsOf = (
  formats: readonly string[],
  outputs: readonly string[],
  json: boolean,
): RequestedReport[] => {
  const alone = formats.length === 1 && outputs.length === 0;
  if (!alone && formats.length !== outputs.length) throw bad('Each --format needs its --output.');
  const reports: RequestedReport[] = formats.map((name, at) => {
    const output = outputs[at] ?? '-';
    if (output === '') throw bad('--output needs a file.');
    return { format: formatOf(name), ...(output !== '-' && { file: output }) };
  });
  if (json) reports.push({ format: 'json' });
  const places = reports.map(({ file }) => file);
  if (new Set(places).size < places.length)
    throw bad('Two reports cannot go to the same place, of which standard output is one.');
  return reports;
};

/** Parses the arguments of a scan. @returns undefined for --help. @throws CliFailure for invalid arguments. */
export const parseScanArguments = (args: readonly string[]): ScanArguments | undefined => {
  const { values, positionals } = failingAsBadInput(() =>
    parseArgs({ args: [...args], options, allowPositionals: true, strict: true }),
  );
  if (values.help) return undefined;
  const [target, ...more] = positionals;
  if (target === undefined || target === '' || more.length > 0) throw bad('One path or URL is needed.');
  const { commit, branch, types, threshold } = values;
  if (branch === '') throw bad('--branch needs a name.');
  return {
    target,
    ...(commit !== undefined && { commit: commitOf(commit) }),
    ...(branch !== undefined && { branch }),
    ...(types !== undefined && { types: types.split(',').map((name) => typeOf(name.trim())) }),
    ...(threshold !== undefined && { threshold: thresholdOf(threshold) }),
    advisories: values.advisories ?? [],
    timeoutSeconds: secondsOf(values.timeout ?? '1800'),
    reports: reportsOf(values.format ?? [], values.output ?? [], values.json ?? false),
  };
};
