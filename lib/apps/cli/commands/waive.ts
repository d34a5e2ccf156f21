import { switchFlag, textFlag } from '../arguments/flags.ts';
import { defineCommand } from './command.ts';

export const waiveFlags = {
  advisory: textFlag('ID', 'findings of this advisory, such as CVE-2021-44228'),
  package: textFlag('PURL', 'findings of this package'),
  rule: textFlag('RULE', 'findings of this rule in code or secrets'),
  path: textFlag('PATTERN', 'with --rule: only in these files, as in .gitignore'),
  license: textFlag('ID', 'packages under this license'),
  fingerprint: textFlag('DIGITS', 'this one finding'),
  reason: textFlag('TEXT', 'why, in one line'),
  expires: textFlag('WHEN', 'its expiry: a day such as 2027-05-01, a time, or 30d'),
  scope: textFlag('SCOPE', 'organization, owner/repo or owner/repo:unit (this repository)'),
  request: switchFlag('only request it: an owner or admin has to approve it'),
} as const;

export const waiveCommand = defineCommand({
  name: 'waive',
  summary: 'Waives findings until a set time, or requests it.',
  positionals: [],
  flags: waiveFlags,
  notes: [
    'Give exactly one of --advisory, --package, --rule, --license and --fingerprint. It needs the credential of a person.',
    'A requested waiver has no effect until an owner or admin approves it. It applies to later scans; existing verdicts do not change.',
  ],
  example: 'scangate waive --advisory CVE-2021-44228 --reason "Not called" --expires 30d',
  run: async (context) => {
    const { waive } = await import('../waive/waive.ts');
    return waive(context);
  },
});
