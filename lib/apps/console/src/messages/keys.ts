import { defineMessages } from './define-messages.ts';

export const keyMessages = defineMessages({
  title: 'Keys',
  palette: 'Search and jump',
  search: 'Search in this list',
  nextRow: 'Next row',
  previousRow: 'Previous row',
  keys: 'This list',
  close: 'Close what is open',
  afterG: (key: string) => `g then ${key}`,
  goTo: (page: string) => `Go to ${page}`,
  off: 'Single keys are turned off on your page. Ctrl K works always.',
  key: 'Key',
  does: 'What it does',
});
