import { defineMessages } from '../define-messages.ts';
import { number, plural } from '../format.ts';

/** The rules of an organization, in addition to those of the engines. */
export const customRulesMessages = defineMessages({
  panel: 'Custom rules',
  lead: 'Scans look for these, too. Each is tried on its examples before it is taken.',
  none: 'There are none. Write a file with rules, and try and save it here or with scangate rules set.',
  digest: 'Digest',
  digestHelp: 'The policy of a scan names the rules by this digest.',
  rule: 'Rule',
  severity: 'Severity',
  subject: 'Looks at',
  secrets: 'Secrets',
  title: 'Title',
  details: 'Details',
  show: (rule: string) => `Show ${rule}`,
  hide: (rule: string) => `Hide ${rule}`,
  keywords: 'Keywords',
  expression: 'Expression',
  entropy: 'Least entropy',
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
    positive: (place: number) => `Finds something, ${number(place)}`,
    negative: (place: number) => `Finds nothing, ${number(place)}`,
  },
  remove: (rule: string) => `Remove ${rule}`,
});

/** The file with rules to try and save. */
export const rulesFileMessages = defineMessages({
  title: 'Replace the rules',
  lead: 'A file has all rules that are in force from then on.',
  file: 'File with rules, YAML or JSON',
  fileHelp: 'The body of PUT /v1/organization/rules, at most 512 KB.',
  problems: {
    too_large: 'The file has more than 512 KB.',
    unreadable: 'The file cannot be read.',
    malformed: 'The file is neither YAML nor JSON, or has aliases.',
    no_rules: 'The file is no object with the list rules.',
  },
  chosen: (count: number) => `{name}: ${plural(count, 'rule', 'rules')}.`,
  same: 'These are the rules in force.',
  added: 'New',
  changed: 'Changed',
  removed: 'Removed',
  attempt: 'Try rules',
  save: 'Save rules',
  saved: 'The rules are in force for later scans.',
  refused: 'Rules that are not taken',
});

/** The findings of rules that were tried on the newest scans. */
export const ruleTrialMessages = defineMessages({
  title: 'Trial',
  lead: (tried: number) =>
    `The rules hold what their examples say. Tried on ${plural(tried, 'scan', 'scans')}, before suppressions and waivers. Nothing is written.`,
  wouldFail: 'would fail',
  wouldNotFail: 'would not fail by them',
  nothing: 'Nothing is found.',
  list: (name: string) => `Findings in ${name}`,
  rule: 'Rule',
  severity: 'Severity',
  findings: 'Findings',
  first: 'First at',
  gap: (reason: string, count: number) => `Not looked at: ${reason} (${number(count)})`,
  notLookedAt: (scans: number, reason: string) => `${plural(scans, 'scan', 'scans')} not tried: ${reason}`,
});
