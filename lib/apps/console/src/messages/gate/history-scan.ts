import { number, plural } from '../format.ts';
import { defineMessages } from '../define-messages.ts';

/** The scan of the whole history of a repository. */
export const historyScanMessages = defineMessages({
  title: 'Secrets in the history',
  lead: 'Searches every version of every file once, for one core credit per 10,000 versions.',
  none: 'The history has never been scanned.',
  count: 'Count the history',
  accept: (credits: number) => `Scan for ${plural(credits, 'core credit', 'core credits')}`,
  cancel: 'Cancel the scan',
  cancelTitle: 'Cancel the history scan?',
  cancelText: 'Findings so far remain. Credits for unscanned parts are refunded.',
  states: {
    quoting: 'Being counted',
    quoted: 'Counted',
    running: 'Running',
    completed: 'Completed',
    failed: 'Failed',
    cancelled: 'Canceled',
  },
  ending: 'Being canceled',
  quote: (commits: number, files: number) =>
    `${plural(commits, 'commit', 'commits')}, ${plural(files, 'version of a file', 'versions of files')}`,
  progress: (done: number, parts: number) => `${number(done)} of ${plural(parts, 'part', 'parts')}`,
  found: (total: number, gone: number) =>
    `${plural(total, 'secret', 'secrets')}, ${number(gone)} of them gone from head but still in the history`,
  refunded: (credits: number) => `${plural(credits, 'credit', 'credits')} refunded`,
  unread: (reasons: string) => `Not scanned: ${reasons}`,
  findings: 'Findings',
});
