import type { Finding } from '@scangate/client';
import { causeMessages } from '@scangate/console/messages/gate/scan.ts';
import { errorCodeWords, failingWords } from '@scangate/console/messages/gate/verdicts.ts';
import { coverageSubjects, isIncomplete, type SubjectName } from './coverage-subjects.ts';
import type { Explanation } from '../scan-data.ts';

/** Says what stands in the place of a sentence. */
export type CauseSlot =
  | { kind: 'code'; value: string }
  | { kind: 'text'; value: string }
  | { kind: 'link'; value: string; href: string }
  | { kind: 'place'; projectUnitId: string; file: string; line: number | undefined };

/** A sentence with places, and what fills them. */
export interface Cause {
  message: string;
  slots: Readonly<Record<string, CauseSlot>>;
}

type Reason = Explanation['reasons'][number];

const packageText = ({ packageName, version }: { packageName: string; version?: string }): string =>
  version === undefined ? packageName : `${packageName}@${version}`;

const dependencyCause = (
  finding: Extract<Finding, { packageName: string; kind: string }>,
): Cause['slots'] => ({
  package: { kind: 'code', value: packageText(finding) },
  title: { kind: 'text', value: finding.title },
});

const endsWithStop = /[.!?]$/;

/** Titles of advisories may end in a period, which the sentence has itself. */
const titleOf = ({ title }: Finding): string => (endsWithStop.test(title) ? title.slice(0, -1) : title);

/** Says in one sentence what a finding is. */
export const causeOf = (finding: Finding): Cause => {
  const title: CauseSlot = { kind: 'text', value: titleOf(finding) };
  const { projectUnitId, file } = finding;
  const place: CauseSlot = { kind: 'place', projectUnitId, file, line: finding.line };
  switch (finding.kind) {
    case 'vulnerability': {
      const advisory: CauseSlot = { kind: 'link', value: finding.advisoryId, href: finding.url };
      const message = finding.malicious ? causeMessages.malicious : causeMessages.vulnerability;
      return { message, slots: { ...dependencyCause(finding), title, advisory } };
    }
    case 'license':
      return {
        message: causeMessages.license,
        slots: { ...dependencyCause(finding), license: { kind: 'code', value: finding.license } },
      };
    default:
      // A kind that a newer service adds has a title and a file like these.
      return { message: causeMessages.secret, slots: { title, place } };
  }
};

const failureCause = (reason: Reason): Cause | undefined => {
  const failure = reason.failures?.[0];
  if (!failure) return undefined;
  const what =
    failure.errorCode === undefined ? (failure.error ?? '') : errorCodeWords(failure.errorCode).what;
  return { message: causeMessages.failedScan, slots: { what: { kind: 'text', value: what } } };
};

const coverageCause = (reason: Reason, names: Readonly<Record<SubjectName, string>>): Cause | undefined => {
  const all = coverageSubjects(reason.coverage ?? []);
  if (!isIncomplete(all)) return undefined;
  const open = all.filter(({ status }) => status === 'partial' || status === 'unassessed');
  return { message: causeMessages.coverage(open.map(({ name }) => names[name])), slots: {} };
};

export interface VerdictCause {
  /** The sentence with the finding, the failure or the gap that made the verdict. */
  cause: Cause | undefined;
  finding: Finding | undefined;
  /** Says how severe it is, and where the gate closes; undefined where severity does not matter. */
  severity: string | undefined;
  /** Says what the service says of the severity: its source and why it fails anyway. */
  detail: string | undefined;
  /** Says what else fails, in a few words each. */
  also: readonly string[];
}

const alsoOf = (reasons: readonly Reason[]): string[] =>
  reasons.flatMap(({ reason, total }, index) => {
    const isFirst = index === 0;
    const rest = isFirst ? total - 1 : total;
    return rest > 0 ? [failingWords(reason, rest, isFirst)] : [];
  });

/** Returns what made a verdict: the worst finding of its first reason, and what else would do it. */
export const verdictCause = (
  { reasons }: Pick<Explanation, 'reasons'>,
  names: Readonly<Record<SubjectName, string>>,
): VerdictCause => {
  const [first] = reasons;
  const worst = first?.findings[0];
  const cause = worst
    ? causeOf(worst.finding)
    : first && (failureCause(first) ?? coverageCause(first, names));
  const { countsAs, detail, failsAnyway } = worst?.severity ?? {};
  const threshold = first?.severityThreshold;
  return {
    cause,
    finding: worst?.finding,
    severity:
      countsAs !== undefined && threshold !== undefined
        ? causeMessages.severityAt(countsAs, threshold)
        : undefined,
    detail: failsAnyway ?? detail,
    also: alsoOf(reasons),
  };
};
