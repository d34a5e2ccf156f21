import { defineMessages } from '../define-messages.ts';
import { number, plural } from '../format.ts';

/** The rules of an organization, in addition to those of the engines. */
export const customRulesMessages = defineMessages({
  panel: 'Custom rules',
  lead: 'Scans also apply these rules. Each must pass its examples before it is saved.',
  none: 'There are none. Write a file with rules, then try and save it here or with scangate rules set.',
  digest: 'Digest',
  digestHelp: 'A scan’s policy refers to the rules by this digest.',
  rule: 'Rule',
  severity: 'Severity',
  subject: 'Applies to',
  secrets: 'Secrets',
  title: 'Title',
  details: 'Details',
  show: (rule: string) => `Show ${rule}`,
  hide: (rule: string) => `Hide ${rule}`,
  keywords: 'Keywords',
  expression: 'Expression',
  entropy: 'Minimum entropy',
  allow: 'Allowed',
  language: 'Language',
  message: 'Message',
  help: 'Help',
  cwe: 'Weakness',
  pattern: 'Pattern',
  sources: 'Sources',
  sinks: 'Sinks',
  sanitizers: 'Sanitizers',
  examples: {
    positive: (place: number) => `Must match, ${number(place)}`,
    negative: (place: number) => `Must not match, ${number(place)}`,
  },
  remove: (rule: string) => `Remove ${rule}`,
});

/** The file with rules to try and save. */
export const rulesFileMessages = defineMessages({
  title: 'Replace the rules',
  lead: 'The file contains all rules; it replaces the current ones.',
  file: 'File with rules, YAML or JSON',
  fileHelp: 'The body of PUT /v1/organization/rules, at most 512 KB.',
  problems: {
    too_large: 'The file has more than 512 KB.',
    unreadable: 'The file cannot be read.',
    malformed: 'The file is neither YAML nor JSON, or has aliases.',
    no_rules: 'The file is not an object with the list “rules”.',
  },
  chosen: (count: number) => `{name}: ${plural(count, 'rule', 'rules')}.`,
  same: 'These are the current rules.',
  added: 'New',
  changed: 'Changed',
  removed: 'Removed',
  attempt: 'Try rules',
  save: 'Save rules',
  saved: 'Later scans use these rules.',
  refused: 'Refused rules',
});

/** The findings of rules that were tried on the newest scans. */
export const ruleTrialMessages = defineMessages({
  title: 'Trial',
  lead: (tried: number) =>
    `The rules pass their examples. Tried on ${plural(tried, 'scan', 'scans')}, before suppressions and waivers. Nothing is written.`,
  wouldFail: 'would fail',
  wouldNotFail: 'would not fail because of them',
  nothing: 'Nothing was found.',
  list: (name: string) => `Findings in ${name}`,
  rule: 'Rule',
  severity: 'Severity',
  findings: 'Findings',
  first: 'First place',
  gap: (reason: string, count: number) => `Not read: ${reason} (${number(count)})`,
  notLookedAt: (scans: number, reason: string) => `${plural(scans, 'scan', 'scans')} not tried: ${reason}`,
});
