import type { Coverage } from '@scangate/engines/model/coverage';
import { markdownCode, markdownProse } from './markdown-text.ts';
import { oneLine } from './safe-text.ts';
import { unitName, type ReportSubject } from './report-writer.ts';

const maxGaps = 20;

interface Gap {
  entry: Coverage;
  reason: string;
  file: string | undefined;
  count: number;
  units: string[];
}

/** Merges the same gap of several units into one line. */
const gapsOf = ({ scan }: ReportSubject): Gap[] => {
  const names = new Map(scan.units.map((unit) => [unit.projectUnitId, unitName(unit)]));
  const gaps = new Map<string, Gap>();
  const incomplete = scan.verdict.coverage.filter(({ status }) => status !== 'assessed');
  for (const entry of incomplete) {
    for (const { reason, file, count = 1 } of entry.gaps) {
      const key = JSON.stringify([entry.scanType, entry.status, reason, file]);
      const known = gaps.get(key) ?? { entry, reason, file, count: 0, units: [] };
      known.count += count;
      known.units.push(names.get(entry.projectUnitId) ?? '.');
      gaps.set(key, known);
    }
  }
  const weight = ({ entry }: Gap): number => Number(entry.status === 'unassessed');
  return [...gaps.values()].sort((a, b) => weight(b) - weight(a));
};

const lineOf = ({ entry: { scanType, status }, reason, file, count, units }: Gap): string => {
  const [first = '', ...more] = units;
  const where = file === undefined ? '' : `: ${markdownCode(oneLine(file, 160))}`;
  const times = count > units.length ? ` (${count} times)` : '';
  const others = more.length > 0 ? ` and ${more.length} more` : '';
  return `- ${scanType} (${status}) of ${markdownCode(oneLine(first, 160))}${others}: ${markdownProse(oneLine(reason, 200))}${where}${times}`;
};

/** The lines about what was not assessed, the worst first: a scan without findings is not necessarily clean. */
export const coverageLines = (subject: ReportSubject): string[] => {
  const gaps = gapsOf(subject);
  if (gaps.length === 0) return [];
  const more = gaps.length - maxGaps;
  return [
    '',
    '<details><summary>What was not assessed</summary>',
    '',
    ...gaps.slice(0, maxGaps).map(lineOf),
    ...(more > 0 ? [`- … and ${more} more`] : []),
    '',
    '</details>',
  ];
};
