import type { Repository, Scan, ScanUnit } from '../records.ts';
import type { Finding } from '@scangate/engines/model/finding';
import type { GatePolicy } from '@scangate/engines/model/gate/policy';
import type { Verdict } from '../verdict/verdict.ts';

/** The ended scan that a report is about. */
export interface ReportSubject {
  scan: Scan & { verdict: Verdict };
  /** The policy that judged it. */
  policy: GatePolicy;
  repository: Pick<Repository, 'fullName' | 'url'>;
}

/**
 * Writes a report piece by piece, so that a scan of many units is never completely in memory. Callers take `head`,
 * then `unit` for each completed unit in order, then `tail`.
 */
export interface ReportWriter {
  head(): string;
  unit(unit: ScanUnit, findings: readonly Finding[]): Iterable<string>;
  tail(): Iterable<string>;
}

export type ReportWriterFactory = (subject: ReportSubject) => ReportWriter;

/** The path of a finding's file in the repository. The path of an uploaded artifact is already complete. */
export const repositoryPath = (scan: Scan, unit: ScanUnit, file: string): string =>
  scan.artifact === undefined && unit.path !== '' && file !== '' ? `${unit.path}/${file}` : file;

/** Names a project unit by its path; the root is a dot. */
export const unitName = ({ path }: ScanUnit): string => (path === '' ? '.' : path);
