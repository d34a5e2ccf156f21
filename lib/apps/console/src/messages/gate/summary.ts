import { defineMessages } from '../define-messages.ts';

/** The numbers of a verdict. */
export const summaryMessages = defineMessages({
  vulnerabilities: 'Vulnerabilities',
  secrets: 'Secrets',
  licenses: 'Licenses',
  none: 'None',
  compliant: (count: string) => `${count} compliant`,
  nonCompliant: (count: string) => `${count} not compliant`,
  unknown: (count: string) => `${count} unknown`,
});
