import { defineMessages } from './define-messages.ts';

const severityNames: Readonly<Record<string, string>> = defineMessages({
  critical: 'Critical',
  high: 'High',
  medium: 'Medium',
  low: 'Low',
  unknown: 'Unknown',
});

/** The word for a severity, also for one that this page does not know yet. */
export const severityName = (severity: string): string =>
  Object.hasOwn(severityNames, severity) ? (severityNames[severity] ?? severity) : severity;

/** Verdicts are words of the service, the same in every language. */
export const verdictName = (verdict: string): string => verdict.slice(0, 16);
