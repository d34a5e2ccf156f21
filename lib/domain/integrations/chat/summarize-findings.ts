import type { EventData } from '@scangate/domain/events/catalog';
import { counted, oneLine } from '@scangate/domain/reports/safe-text';
import { nameOf } from './summarize-scans.ts';
import type { EventSummary } from './event-summary.ts';

const mostLines = 10;

/** The first lines, and how many more there are. */
const firstOf = (lines: readonly string[], total: number): string[] => {
  const shown = lines.slice(0, mostLines);
  return [...shown, ...(total > shown.length ? [`… and ${total - shown.length} more`] : [])];
};

type Finding = EventData<'finding.introduced'>['findings'][number];

const findingLine = ({ severity, packageName, packageVersion, rule, title, ...facts }: Finding): string => {
  const about = packageName === undefined ? [] : [oneLine(`${packageName} ${packageVersion ?? ''}`, 160)];
  return [
    severity,
    ...about,
    oneLine(rule, 80),
    oneLine(title, 160),
    ...(facts.knownExploited ? ['known to be exploited'] : []),
    ...(facts.fixable ? ['a fix exists'] : []),
  ].join(' · ');
};

/** Summarizes the findings that a scan of the default branch introduced. */
export const summarizeIntroduced = (data: EventData<'finding.introduced'>): EventSummary => ({
  title: `${counted(data.total, 'new finding')} in ${nameOf(data)}`,
  lines: [
    `On ${oneLine(data.branch, 100)}, the most severe is ${data.highestSeverity}.`,
    ...firstOf(data.findings.map(findingLine), data.total),
  ],
});

/** Summarizes the findings that a scan of the default branch fixed. */
export const summarizeFixed = (data: EventData<'finding.fixed'>): EventSummary => ({
  title: `${counted(data.total, 'finding')} fixed in ${nameOf(data)}`,
  lines: firstOf(data.findings.map(findingLine), data.total),
});

/** Summarizes the packages that newly published advisories affect. */
export const summarizeMatched = (data: EventData<'advisory.matched'>): EventSummary => ({
  title: `Published advisories affect ${counted(data.total, 'package')} of ${nameOf(data)}`,
  lines: firstOf(
    data.packages.map(
      (one) =>
        `${oneLine(one.package, 160)} ${oneLine(one.versions.join(', '), 100)}: ${oneLine(one.advisories.join(', '), 160)}`,
    ),
    data.total,
  ),
});

/** Summarizes a release that newly published advisories affect. */
export const summarizeAffected = (data: EventData<'bundle.affected'>): EventSummary => ({
  title: `Published advisories affect ${oneLine(data.name, 120)} ${oneLine(data.version, 60)}`,
  lines: [
    `${counted(data.total, 'member')}, the most severe is ${data.highestSeverity}: ${oneLine(data.advisories.join(', '), 400)}`,
    ...(data.knownExploited ? ['It is known to be exploited.'] : []),
    ...(data.earlyWarningDueAt === undefined
      ? []
      : [`An early warning is due at ${data.earlyWarningDueAt}.`]),
  ],
});
