import { defineMessages } from '../define-messages.ts';
import { absoluteTime, number, plural } from '../format.ts';

export const historyMessages = defineMessages({
  views: 'Show',
  ledger: 'Ledger',
  invoices: 'Invoices',
  parentNote:
    'The ledger and invoices belong to the parent organization, which pays. Activity of other organizations is shown as digests.',
  parentInvoices: 'The invoices belong to the parent organization, which pays.',
  emptyLedger: 'No entries yet',
  emptyLedgerHelp: 'Each change of a balance is listed here: the first grant, each scan, each refund.',
  noMatch: 'No entry matches',
  noMatchHelp: 'Widen the period or clear the filters.',
  time: 'Time',
  pool: 'Pool',
  kind: 'Kind',
  amount: 'Credits',
  source: 'Reason',
  reference: 'Reference',
  csv: 'Download CSV',
  print: 'Print all',
  period: 'Period',
  emptyInvoices: 'No invoices yet',
  emptyInvoicesHelp: 'Invoices appear after the first payment.',
  number: 'Number',
  date: 'Date',
  status: 'Status',
  due: 'Due',
  paid: 'Paid',
  links: 'Documents',
  open: 'View',
  pay: 'Pay',
  pdf: 'PDF',
});

const pools: Record<string, string> = defineMessages({ core: 'Core', sast: 'SAST' });
export const poolName = (pool: string): string => pools[pool] ?? pool;

const kinds: Record<string, string> = defineMessages({
  consume: 'Used',
  grant: 'Granted',
  expire: 'Expired',
  adjust: 'Adjusted',
});
export const kindName = (kind: string): string => kinds[kind] ?? kind;

const sources: Record<string, string> = defineMessages({
  scan_failure_refund: 'Refund: the unit failed',
  scan_cancelled_refund: 'Refund: the scan was canceled',
  unit_absent_refund: 'Refund: the unit is not in that commit',
  unchanged_unit_refund: 'Refund: the unit did not change',
  refill: 'Included credits of the period',
  unused_included: 'Unused included credits expired',
  promotional: 'Promotional credits',
  promotional_expired: 'Promotional credits expired',
  licenses_added: 'Licenses added',
  'core-100': 'Pack of 100 core credits',
  'core-500': 'Pack of 500 core credits',
  'sast-25': 'Pack of 25 SAST credits',
  api: 'API',
  cli: 'Command line',
  manual: 'Console',
});
/** The reason of an entry, also one that this page does not know yet. */
export const sourceName = (source: string): string => sources[source] ?? source;

const statuses: Record<string, string> = defineMessages({
  open: 'Open',
  paid: 'Paid',
  void: 'Void',
  uncollectible: 'Uncollectible',
});
export const invoiceStatus = (status: string): string => statuses[status] ?? status;

const sealedText = (sealed: number): string => {
  if (sealed === 0) return 'No row is sealed yet.';
  return `${plural(sealed, 'sealed row is', 'sealed rows are')} unchanged since sealing.`;
};

export const verificationMessages = defineMessages({
  title: 'Verify the chain',
  lead: 'Your browser downloads the whole ledger and recomputes the hash of every sealed row, so you need not trust the server.',
  heads: 'Hashes noted earlier',
  headsHelp:
    'Optional. Paste hashes from earlier checks. Each must occur in the chain: this detects a chain that was truncated or completely rewritten.',
  headsInvalid: (words: number) =>
    `${plural(words, 'word is', 'words are')} not a hash of 64 hexadecimal digits.`,
  start: 'Verify',
  again: 'Verify again',
  stop: 'Stop',
  progress: (megabytes: string) => `${megabytes} MB read`,
  running: 'Verifying',
  unchangedTitle: (sealed: number) => (sealed === 0 ? 'Nothing to verify yet' : 'Unchanged'),
  unchanged: (sealed: number, unsealed: number) =>
    [
      sealedText(sealed),
      unsealed === 0 ? [] : `${plural(unsealed, 'row waits', 'rows wait')} for the next seal.`,
    ]
      .flat()
      .join(' '),
  changedTitle: 'Changed',
  changedRow: (line: number, reason: string) => `Line ${number(line)}: ${reason}.`,
  changedFile: (reason: string) => `${reason.slice(0, 1).toUpperCase()}${reason.slice(1)}.`,
  changedHelp: 'The first wrong row is shown. Download the CSV, keep it, and contact support.',
  cause: 'Cause',
  unreadableTitle: 'Not a ledger export',
  noteHeads: 'Save these hashes. Pasted into a later check, they prove that nothing before them changed.',
  head: (pool: string) => `Last hash of ${pool}`,
  pools: 'Pools',
  sealed: 'Sealed',
  unsealed: 'Not sealed yet',
  checkedAt: (instant: string) => `Checked ${absoluteTime(instant)}`,
  begins: (position: string, segment: number) =>
    `Begins at ${position} of segment ${number(segment)}; earlier rows were not checked.`,
});
