import { defineMessages } from '../define-messages.ts';
import { number } from '../format.ts';

export const pickerMessages = defineMessages({
  unread: '…',
  most: (most: number) => `At most ${number(most)}.`,
  chosen: 'Chosen repositories',
  remove: (name: string) => `Remove ${name}`,
});
