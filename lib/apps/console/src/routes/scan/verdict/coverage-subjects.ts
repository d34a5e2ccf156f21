import type { CoverageEntry } from '../scan-data.ts';

/** Says what people know of a scan; several scan types share the dependencies. */
export type SubjectName = 'dependencies' | 'licenses' | 'secrets' | 'code';

type SubjectStatus = 'assessed' | 'partial' | 'unassessed' | 'nothing' | 'not_requested';

export interface GapReason {
  reason: string;
  count: number;
  /** The file, when all of it is about one. */
  file: string | undefined;
}

export interface CoverageSubject {
  name: SubjectName;
  status: SubjectStatus;
  assessed: number;
  gaps: readonly GapReason[];
}

/** The scan type that speaks for a subject first: those of one inventory repeat its gaps. */
const subjects: readonly { name: SubjectName; types: readonly string[] }[] = [
  { name: 'dependencies', types: ['sca', 'sbom', 'dependency-advisor'] },
  { name: 'licenses', types: ['license'] },
  { name: 'secrets', types: ['secrets'] },
  { name: 'code', types: ['sast'] },
];

const gapsOf = (entries: readonly CoverageEntry[]): GapReason[] => {
  const byReason = Map.groupBy(
    entries.flatMap(({ gaps }) => gaps),
    ({ reason }) => reason,
  );
  return [...byReason]
    .map(([reason, same]) => ({
      reason,
      count: same.reduce((sum, { count = 1 }) => sum + count, 0),
      file: same.length === 1 ? (same[0]?.file ?? same[0]?.files?.[0]) : undefined,
    }))
    .toSorted((a, b) => b.count - a.count);
};

const statusOf = (entries: readonly CoverageEntry[]): SubjectStatus => {
  if (entries.length === 0) return 'not_requested';
  if (entries.every(({ nothingToAssess }) => nothingToAssess === true)) return 'nothing';
  const real = entries.filter(({ nothingToAssess }) => nothingToAssess !== true);
  if (real.every(({ status }) => status === 'unassessed')) return 'unassessed';
  return real.every(({ status }) => status === 'assessed') ? 'assessed' : 'partial';
};

/** Says for each subject how much of it was assessed, and why not all. */
export const coverageSubjects = (coverage: readonly CoverageEntry[]): CoverageSubject[] =>
  subjects.map(({ name, types }) => {
    const type = types.find((candidate) => coverage.some(({ scanType }) => scanType === candidate));
    const entries = coverage.filter(({ scanType }) => scanType === type);
    return {
      name,
      status: statusOf(entries),
      assessed: entries.reduce((sum, { assessed }) => sum + assessed, 0),
      gaps: gapsOf(entries.filter(({ status }) => status !== 'assessed')),
    };
  });

/** Whether something was not assessed, so that nothing found does not mean that nothing is there. */
export const isIncomplete = (all: readonly CoverageSubject[]): boolean =>
  all.some(({ status }) => status === 'partial' || status === 'unassessed');
