import type { Coverage } from '@scangate/engines/model/coverage';
import type { ScanType } from '@scangate/engines/model/scan-type';
import { counted, oneLine } from './safe-text.ts';

interface Counted {
  total: number;
}

/** The part of a verdict that is shown to people. */
export interface DescribedVerdict {
  verdict: 'PASS' | 'FAIL' | 'ERROR';
  reasons: readonly string[];
  errorCode?: string | undefined;
  summary: {
    vulnerabilities?: Counted | undefined;
    secrets?: Counted | undefined;
    severityThreshold: string;
  };
  coverage: readonly Pick<Coverage, 'scanType' | 'status' | 'gaps'>[];
  missingScanTypes?: readonly ScanType[] | undefined;
}

/** The names of the scan types for people; those of dependencies share one inventory. */
const subjects: readonly { name: string; types: readonly ScanType[] }[] = [
  { name: 'Dependencies', types: ['sca', 'license', 'sbom', 'dependency-advisor'] },
  { name: 'Secrets', types: ['secrets'] },
  { name: 'Code', types: ['sast'] },
];

const reasonsNamed = 2;

type Gap = Coverage['gaps'][number];

/** Codes are spelled as words, too: `sast_addon_required`. */
const wordsOf = (reason: string): string =>
  oneLine(/^[a-z]+(?:_[a-z]+){1,20}$/.test(reason) ? reason.replaceAll('_', ' ') : reason, 120);

/** Some reasons call their file "it". */
const reasonIn = (reason: string, file: string): string =>
  reason.startsWith('it ') ? `${file}: ${reason}` : `${reason} (${file})`;

/** Returns the most frequent reasons, each with a file or a number of files. */
const mainReasons = (gaps: readonly Gap[]): string => {
  const byReason = Map.groupBy(gaps, ({ reason }) => reason);
  const numbered = [...byReason].map(([reason, same]) => ({
    reason,
    count: same.reduce((sum, { count = 1 }) => sum + count, 0),
    file: same.length === 1 ? same[0]?.file : undefined,
  }));
  const shown = numbered.toSorted((a, b) => b.count - a.count).slice(0, reasonsNamed);
  const texts = shown.map(({ reason, count, file }) => {
    if (file !== undefined) return reasonIn(wordsOf(reason), oneLine(file, 120));
    return count > 1 ? `${wordsOf(reason)} (${count} times)` : wordsOf(reason);
  });
  const more = numbered.length - shown.length;
  return [...texts, ...(more > 0 ? [`${more} more`] : [])].join('; ');
};

/**
 * Returns whether something was not assessed in a scan, so that the absence of findings does not mean that there are
 * none.
 */
export const isIncomplete = ({ coverage }: Pick<DescribedVerdict, 'coverage'>): boolean =>
  coverage.some(isGap);

const isGap = ({ status }: DescribedVerdict['coverage'][number]): boolean => status !== 'assessed';

/** States for one subject that it was not assessed, or only in part; undefined when all of it was. */
const gapSentence = (
  name: string,
  entries: readonly DescribedVerdict['coverage'][number][],
  errorCode: string | undefined,
): string | undefined => {
  const incomplete = entries.filter(isGap);
  if (incomplete.length === 0) return undefined;
  const isNothing = entries.every(({ status }) => status === 'unassessed');
  // The scan types of one inventory repeat its gaps.
  const [first] = incomplete;
  const own = incomplete.filter(({ scanType }) => scanType === first?.scanType);
  const gaps = own.flatMap((entry) => entry.gaps);
  // The failure that ended the scan is stated before.
  const reasons = mainReasons(gaps.filter(({ reason }) => reason !== `the unit failed: ${errorCode}`));
  const because = reasons === '' ? '' : `: ${reasons}`;
  return `${name} ${isNothing ? 'NOT assessed' : 'assessed in part'}${because}.`;
};

const judgment = ({ verdict, reasons, errorCode, summary }: DescribedVerdict): string => {
  const { vulnerabilities, secrets, severityThreshold } = summary;
  const total = (vulnerabilities?.total ?? 0) + (secrets?.total ?? 0);
  if (verdict === 'ERROR') return `ERROR: the scan reached no judgment (${errorCode ?? reasons.join(', ')}).`;
  if (verdict === 'FAIL')
    return `FAIL: ${reasons.join(', ').replaceAll('_', ' ')}. ${counted(total, 'finding')} in all.`;
  const below = total === 0 ? 'No findings below.' : `${counted(total, 'finding')} below.`;
  return `PASS: nothing at or above ${severityThreshold}. ${below}`;
};

/**
 * Describes a verdict to people together with what it does not cover, so that nobody mistakes a PASS over half of a
 * commit for one over all of it: "PASS: nothing at or above critical. 98 findings below. Dependencies NOT assessed:
 * no lockfile."
 */
export const verdictSentence = (spoken: DescribedVerdict): string => {
  const missing = spoken.missingScanTypes ?? [];
  const gaps = subjects.flatMap(
    ({ name, types }) =>
      gapSentence(
        name,
        spoken.coverage.filter(({ scanType }) => types.includes(scanType)),
        spoken.errorCode,
      ) ?? [],
  );
  return [
    judgment(spoken),
    ...gaps,
    ...(missing.length > 0 ? [`Required and not scanned: ${missing.join(', ')}.`] : []),
  ].join(' ');
};
