import type { ChatMessage } from '@scangate/domain/integrations/chat/chat-message';

/** The line with which a chat is tried: neither of them can be asked without writing. */
export const chatGreeting: ChatMessage = {
  title: 'Scangate can post here.',
  lines: ['Somebody connected this channel, or asked for a test.'],
};
