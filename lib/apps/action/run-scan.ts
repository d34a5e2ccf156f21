import type { CommandEnvironment } from '@scangate/cli/commands/command-environment';
import { scanCommand } from '@scangate/cli/commands/scan';
import { runCommandLine } from '@scangate/cli/run-command-line';
import { exitCodes, type ExitCode } from '@scangate/cli/exit-codes';
import type { Inputs } from './inputs.ts';

/** The target of a scan, unless the job determines it. */
export interface ScanChoice {
  commit?: string | undefined;
  base?: string | undefined;
  pullRequest?: number | undefined;
  gate: 'api' | 'pull-request';
}

/** The result of a scan, as reported by the command line. */
export interface ScanResult {
  exitCode: ExitCode;
  /** The document of `--json`; undefined when the scan was refused. */
  document?: unknown;
  /** The reports that were requested and written. */
  markdown?: string;
  sarif?: string;
  sarifFile?: string;
  /** The reason why there is no verdict. */
  message?: string;
}

export interface ReportFiles {
  json: string;
  markdown: string;
  sarif: string;
}

/** All other commands are left out to keep the bundle small. */
const commands = [scanCommand];

type ReportEnvironment = CommandEnvironment & { readText: (file: string) => string | undefined };

const optional = (flag: string, value: string | number | undefined): string[] =>
  value === undefined ? [] : [`--${flag}=${value}`];

const parsed = (text: string | undefined): unknown => {
  if (text === undefined || text === '') return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

/** Runs `scangate scan` with the inputs of the Action. */
export const runScan = async (
  { url, organization, flags, sarif, annotations }: Inputs,
  { commit, base, pullRequest, gate }: ScanChoice,
  { files, commandEnvironment }: { files: ReportFiles; commandEnvironment: ReportEnvironment },
): Promise<ScanResult> => {
  const report = (format: keyof ReportFiles): string[] => [`--format=${format}`, `--output=${files[format]}`];
  let refusal = '';
  const { terminal } = commandEnvironment;
  const exitCode = await runCommandLine(
    commands,
    [
      'scan',
      `--url=${url}`,
      `--organization=${organization}`,
      `--gate=${gate}`,
      ...flags,
      ...optional('commit', commit),
      ...optional('base', base),
      ...optional('pull-request', pullRequest),
      ...report('json'),
      ...report('markdown'),
      ...(sarif || annotations ? report('sarif') : []),
    ],
    {
      ...commandEnvironment,
      terminal: {
        ...terminal,
        out: (text) => terminal.out(text),
        log: (line) => {
          refusal = line;
          terminal.log(line);
        },
      },
    },
  );
  const document = parsed(commandEnvironment.readText(files.json));
  const [markdown, sarifText] = [
    commandEnvironment.readText(files.markdown),
    commandEnvironment.readText(files.sarif),
  ];
  return {
    exitCode,
    ...(document !== undefined && { document }),
    ...(markdown !== undefined && { markdown }),
    ...(sarifText !== undefined && { sarif: sarifText, sarifFile: files.sarif }),
    ...((document === undefined || exitCode > exitCodes.error) && { message: refusal }),
  };
};
