import { number, plural } from '../format.ts';
import { defineMessages } from '../define-messages.ts';

/** The scan of the whole history of a repository. */
export const historyScanMessages = defineMessages({
  title: 'Secrets in its history',
  lead: 'Looks at every version of every file once, for one core credit for each 10,000 of them.',
  none: 'Its history was never looked at.',
  count: 'Count the history',
  accept: (credits: number) => `Look for ${plural(credits, 'core credit', 'core credits')}`,
  cancel: 'Cancel the look',
  cancelTitle: 'Cancel the look at the history?',
  cancelText: 'What was found until now stays. Credits for what nobody looked at are refunded.',
  states: {
    quoting: 'Being counted',
    quoted: 'Counted',
    running: 'Being looked at',
    completed: 'Looked at',
    failed: 'Failed',
    cancelled: 'Canceled',
  },
  ending: 'Being canceled',
  quote: (commits: number, files: number) =>
    `${plural(commits, 'commit', 'commits')}, ${plural(files, 'version of a file', 'versions of files')}`,
  progress: (done: number, parts: number) => `${number(done)} of ${plural(parts, 'part', 'parts')}`,
  found: (total: number, gone: number) =>
    `${plural(total, 'secret', 'secrets')}, ${number(gone)} of them gone from head and still in history`,
  refunded: (credits: number) => `${plural(credits, 'credit', 'credits')} refunded`,
  unread: (reasons: string) => `Not looked at: ${reasons}`,
  findings: 'Its findings',
});
