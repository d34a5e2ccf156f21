import type { ScanType } from '@scangate/engines/model/scan-type';
import { unitName, type ReportSubject } from '../report-writer.ts';
import { oneLine } from '../safe-text.ts';
import { gapsOf, type Gap } from '../shown/coverage-gaps.ts';
import { verdictSentence } from '../verdict-sentence.ts';

interface ScanMessage {
  level: 'info' | 'warn' | 'fatal';
  value: string;
}

/** A page of GitLab shows them one below the other. */
const maxMessages = 100;

const gapText = ({ entry, reason, file, count, units }: Gap): string => {
  const place = file === undefined ? '' : `: ${file}`;
  const times = count > 1 ? ` (${count} times)` : '';
  return `${entry.scanType} is ${entry.status} in ${units.join(', ')}: ${reason}${place}${times}`;
};

const failures = ({ scan }: ReportSubject): string[] => [
  ...(scan.errorCode ? [`${scan.errorCode}: ${scan.error ?? ''}`] : []),
  ...scan.units
    .filter(({ status }) => status !== 'completed')
    .map((unit) => `${unitName(unit)} is ${unit.status}: ${unit.error ?? unit.errorCode ?? 'not assessed'}`),
];

/** Lists what the report does not show: an empty list of findings is not necessarily a clean one. */
export const scanMessages = (
  subject: ReportSubject,
  scanType: ScanType,
  { leftOut, outside }: { leftOut: number; outside: readonly string[] },
): ScanMessage[] => {
  const { scan } = subject;
  const gaps = gapsOf(subject).filter(({ entry }) => entry.scanType === scanType);
  const warnings = [
    ...(scan.scanTypes.includes(scanType) ? [] : [`${scanType} was not requested: nothing is assessed.`]),
    ...gaps.map(gapText),
    ...outside,
  ];
  const messages: ScanMessage[] = [
    ...failures(subject).map((value) => ({ level: 'fatal' as const, value })),
    ...warnings.map((value) => ({ level: 'warn' as const, value })),
  ];
  const rest = messages.length - maxMessages;
  return [
    ...messages.slice(0, maxMessages),
    ...(rest > 0 ? [{ level: 'warn' as const, value: `${rest} more messages are left out.` }] : []),
    ...(leftOut > 0
      ? [{ level: 'info' as const, value: `${leftOut} findings are suppressed or waived, and left out.` }]
      : []),
    { level: 'info' as const, value: verdictSentence(scan.verdict) },
  ].map(({ level, value }) => ({ level, value: oneLine(value) || level }));
};
