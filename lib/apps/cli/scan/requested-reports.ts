import { lstatSync, statSync, writeFileSync } from 'node:fs';
import { dirname, isAbsolute, join, resolve } from 'node:path';
import { badFlag } from '../arguments/flags.ts';
import { suggestion } from '../arguments/suggest.ts';
import { CliFailure, exitCodes } from '../exit-codes.ts';
import { printable, printableLines, type Terminal } from '../output/terminal.ts';
import { reportFormatNames, type ReportFormat } from './report-formats.ts';

export interface RequestedReport {
  format: ReportFormat;
  /** The output file; standard output without it. */
  file?: string;
}

/** A report that is ready to be written. */
export interface RenderedReport extends RequestedReport {
  text: string;
}

const formatOf = (name: string): ReportFormat => {
  const found = reportFormatNames.find((format) => format === name);
  if (found) return found;
  const known = reportFormatNames.join(', ');
  throw badFlag(
    `--format is one of ${known}, but not "${printable(name)}".${suggestion(name, reportFormatNames)}`,
  );
};

/** Parses which reports are requested, and where they go. @throws CliFailure */
export const requestedReports = (flags: {
  format?: readonly string[] | undefined;
  output?: readonly string[] | undefined;
  json?: true | undefined;
}): RequestedReport[] => {
  const { format: formats = [], output: outputs = [], json } = flags;
  const alone = formats.length === 1 && outputs.length === 0;
  if (!alone && formats.length !== outputs.length) throw badFlag('Each --format needs its --output.');
  const reports: RequestedReport[] = formats.map((name, at) => {
    const output = outputs[at] ?? '-';
    return { format: formatOf(name), ...(output !== '-' && { file: output }) };
  });
  if (json) reports.push({ format: 'json' });
  const places = reports.map(({ file }) => file);
  if (new Set(places).size < places.length)
    throw badFlag('Two reports cannot go to the same file, or both to standard output.');
  return reports;
};

const isDirectory = (path: string): boolean => {
  try {
    return statSync(path).isDirectory();
  } catch {
    return false;
  }
};

/** Whether the path is a link. An invalid file name fails later, when the report is written. */
const isLink = (path: string): boolean => {
  try {
    return lstatSync(path).isSymbolicLink();
  } catch {
    return false;
  }
};

/** The first part of a relative path that is a link. */
const linkIn = (file: string, directory: string): string | undefined => {
  const parts = isAbsolute(file) ? [] : file.split(/[\\/]/);
  return parts
    .map((_part, at) => join(...parts.slice(0, at + 1)))
    .find((path) => isLink(join(directory, path)));
};

/**
 * Checks before the scan that every report can be written. The scanned repository may contain a link that would
 * redirect a report to another place. @throws CliFailure
 */
export const requireOutputDirectories = (reports: readonly RequestedReport[], directory: string): void => {
  for (const { file } of reports) {
    if (file === undefined) continue;
    const path = resolve(directory, file);
    if (isDirectory(path)) throw badFlag(`--output: ${path} is a directory.`);
    const link = linkIn(file, directory);
    if (link !== undefined)
      throw badFlag(`--output: ${printable(link)} is a link. Give an absolute path to follow it.`);
    if (!isDirectory(dirname(path))) throw badFlag(`--output: there is no directory ${dirname(path)}.`);
  }
};

/** Writes reports to their files or, with escapes, to standard output. @throws CliFailure */
export const writeReports = (
  reports: readonly RenderedReport[],
  directory: string,
  terminal: Terminal,
): void => {
  for (const { format, file, text } of reports) {
    if (file === undefined) {
      terminal.out(printableLines(text));
      continue;
    }
    try {
      writeFileSync(resolve(directory, file), text);
    } catch (error) {
      const message = `The ${format} report cannot be written: ${(error as Error).message}`;
      throw new CliFailure(exitCodes.badInput, message, 'report_not_written');
    }
  }
};
