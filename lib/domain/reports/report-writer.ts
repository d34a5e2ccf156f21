import type { Repository, Scan, ScanUnit } from '../records.ts';
import type { Finding } from '@scangate/engines/model/finding';
import type { Verdict } from '../verdict/verdict.ts';

/** What a report is about: a scan that has ended. */
export interface ReportSubject {
  scan: Scan & { verdict: Verdict };
  repository: Pick<Repository, 'fullName' | 'url'>;
}

/**
 * A report that is written piece by piece, so that a scan of many units never stands in memory as a whole:
 * `head`, then `unit` for each completed unit in order, then `tail`.
 */
export interface ReportWriter {
  head(): string;
  unit(unit: ScanUnit, findings: readonly Finding[]): Iterable<string>;
  tail(): Iterable<string>;
}

export type ReportWriterFactory = (subject: ReportSubject) => ReportWriter;

/** Where a finding's file stands in the repository; an uploaded artifact was named by who sent it. */
export const repositoryPath = (scan: Scan, unit: ScanUnit, file: string): string =>
  scan.artifact === undefined && unit.path !== '' && file !== '' ? `${unit.path}/${file}` : file;

export const unitName = ({ path }: ScanUnit): string => (path === '' ? '.' : path);
