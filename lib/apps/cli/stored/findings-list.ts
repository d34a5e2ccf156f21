import type { Finding } from '@scangate/client';
import { columnTable, type Column } from '../output/column-table.ts';
import type { Terminal } from '../output/terminal.ts';

const shownFindings = 10;
/** The first digits distinguish fingerprints. */
const shortDigits = 8;

/** Returns the package of a finding, or its location. */
export const nameOf = (finding: Finding): string =>
  'packageName' in finding && finding.packageName !== undefined
    ? `${finding.packageName}@${finding.version ?? '?'}`
    : `${finding.file}:${finding.line ?? 1}`;

const columns: readonly Column[] = [
  { title: 'FINDING', keeps: 'start', leastColumns: 0 },
  { title: 'SEVERITY', keeps: 'start', leastColumns: 0 },
  { title: 'WHERE', keeps: 'end', leastColumns: 0, shrinksTo: 14 },
  { title: 'TITLE', keeps: 'start', leastColumns: 70, shrinksTo: 16 },
];

const rowOf = (finding: Finding): string[] => [
  finding.fingerprint.slice(0, shortDigits),
  finding.severity,
  nameOf(finding),
  finding.title,
];

/** The first findings as a table, and the number of the others. */
export const findingsList = (
  findings: readonly Finding[],
  total: number,
  { columns: width }: Pick<Terminal, 'columns'>,
): string[] => {
  if (findings.length === 0) return [];
  const shown = findings.slice(0, shownFindings);
  const more = total - shown.length;
  return [columnTable(shown.map(rowOf), { columns, width }), ...(more > 0 ? [`and ${more} more`] : [])];
};
