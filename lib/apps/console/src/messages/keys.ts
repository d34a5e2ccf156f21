import { defineMessages } from './define-messages.ts';

export const keyMessages = defineMessages({
  title: 'Keyboard shortcuts',
  palette: 'Search and jump',
  search: 'Search in this list',
  nextRow: 'Next row',
  previousRow: 'Previous row',
  keys: 'Show this list',
  close: 'Close what is open',
  afterG: (key: string) => `g then ${key}`,
  goTo: (page: string) => `Go to ${page}`,
  off: 'Single-key shortcuts are turned off on your page. Ctrl K always works.',
  key: 'Key',
  does: 'What it does',
});
