import { defineMessages } from '../define-messages.ts';

/** Words for the limits of a webhook or an integration. */
export const filterMessages = defineMessages({
  repositories: 'Only these repositories',
  repositoriesHelp: 'Empty: all of them.',
  branches: 'Only these branches',
  branchesHelp: 'One per line; “default” stands for the default branch. Empty: all of them.',
  verdicts: 'Only scans with these verdicts',
  severity: 'Minimum severity of findings',
  anySeverity: 'Any severity',
});
