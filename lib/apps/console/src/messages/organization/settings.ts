import { defineMessages } from '../define-messages.ts';
import { day, plural } from '../format.ts';

export const settingsMessages = defineMessages({
  organization: 'Organization',
  name: 'Name',
  nameMissing: 'Enter a name.',
  id: 'Organization id',
  created: 'Created',
  parent: 'Billed by its parent organization',
  save: 'Save',
  retention: 'Retention',
  retentionLead:
    'Details of a scan are removed after this many days. The verdict, the summary and signed documents stay.',
  days: 'Days',
  daysHelp: (most: number) => `From 1 to ${plural(most, 'day', 'days')}, the maximum of your plan.`,
  daysUnlimited: 'Your plan has no limit.',
  daysInvalid: 'Enter a whole number within your plan.',
  shorter: (from: number, to: number) =>
    `Details older than ${plural(to, 'day', 'days')} are removed within a day; until now the limit was ${plural(from, 'day', 'days')}. This cannot be undone.`,
  export: 'Export',
  exportLead:
    'All data of the organization as JSON Lines and SBOMs, without secrets. On every plan, once a day.',
  showExports: 'Show exports',
  startExport: 'Start an export',
  started: 'The export is in progress. Its files appear here.',
  noExports: 'No exports',
  noExportsHelp: 'Start one. It takes a few minutes.',
  state: 'State',
  requested: 'Requested',
  kept: 'Kept until',
  files: 'Files',
  refreshLinks: 'Links work for 15 minutes. Reload the page for new ones.',
  close: 'Erase the organization',
  closeLead:
    'Tokens stop working immediately. For 30 days owners can export or restore everything; then it is erased.',
  closeButton: 'Erase organization',
  closeTitle: 'Erase this organization',
  closeText:
    'Pipelines stop scanning, and the subscription does not renew. The ledger and invoices are kept under an opaque id, as required by law.',
  closing: (at: string) => `This organization is erased on ${day(at)}`,
  closingText: 'Until then an owner can export its data or restore it.',
  restore: 'Restore',
});

const exportStates: Record<string, string> = defineMessages({
  running: 'In progress',
  completed: 'Ready',
  failed: 'Failed',
});
export const exportState = (state: string): string => exportStates[state] ?? state;
