import { defineMessages } from '../define-messages.ts';

/** The project units of a scan. */
export const unitMessages = defineMessages({
  title: 'Project units',
  unit: 'Unit',
  root: '(root)',
  type: 'Type',
  status: 'Status',
  result: 'Result',
  reused: 'Unchanged: reuses an earlier result, free of charge',
});
