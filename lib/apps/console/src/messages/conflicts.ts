import { defineMessages } from './define-messages.ts';

export const conflictMessages = defineMessages({
  title: 'Somebody changed this while you were editing',
  field: 'Field',
  yours: 'Yours',
  theirs: 'Theirs',
  unchanged: 'not changed',
  takeTheirs: 'Take theirs',
  sendAgain: 'Overwrite with yours',
});
