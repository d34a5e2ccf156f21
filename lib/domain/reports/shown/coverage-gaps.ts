import type { Coverage } from '@scangate/engines/model/coverage';
import { unitName, type ReportSubject } from '../report-writer.ts';

export interface Gap {
  entry: Coverage;
  reason: string;
  file: string | undefined;
  count: number;
  units: string[];
}

/** Lists missing coverage, the worst first. Equal gaps of several units are one. */
export const gapsOf = ({ scan }: ReportSubject): Gap[] => {
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
