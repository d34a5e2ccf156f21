import type { ChatMessage } from '@scangate/domain/integrations/chat/chat-message';

/** The line that is posted to try a chat: neither provider can be tried without writing. */
export const chatGreeting: ChatMessage = {
  title: 'Scangate can post here.',
  lines: ['Somebody connected this channel, or asked for a test.'],
};
