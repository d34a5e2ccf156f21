import { repositoryPath, type ReportSubject } from '../report-writer.ts';
import { isIncomplete } from '../verdict-sentence.ts';
import type { Row } from './worst-rows.ts';

type Summary = ReportSubject['scan']['verdict']['summary'];

/** Counts the licenses by their compliance. */
export const licensesSentence = ({
  nonCompliant,
  unknown,
  compliant,
}: NonNullable<Summary['licenses']>): string =>
  `Licenses: ${nonCompliant} not compliant, ${unknown} unknown, ${compliant} compliant.`;

/** States that nothing was found, and whether everything was assessed. */
export const nothingFound = ({ scan }: Pick<ReportSubject, 'scan'>): string =>
  isIncomplete(scan.verdict) ? 'Nothing was found in what was assessed.' : 'Nothing was found.';

/** Returns the file of a finding in its repository, with the line where it has one. */
export const placeOfRow = (
  { description: { file, line }, unit }: Row,
  { scan }: Pick<ReportSubject, 'scan'>,
): string => {
  const path = repositoryPath(scan, unit, file);
  return line === undefined ? path : `${path}:${line}`;
};

/** Returns the first rows, as many as fit. */
export const firstThatFit = <T>(rows: readonly T[], room: number, sizeOf: (row: T) => number): T[] => {
  let left = room;
  const end = rows.findIndex((row) => (left -= sizeOf(row)) < 0);
  return end < 0 ? [...rows] : rows.slice(0, end);
};
