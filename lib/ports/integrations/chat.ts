import type { ChatMessage } from '@scangate/domain/integrations/chat/chat-message';
import type { Connection, Provider } from './provider.ts';

/** A chat. Its messages mention nobody. */
export interface Chat extends Provider {
  /** @returns the status of the provider's response. @throws ProviderFailure */
  post(connection: Connection, message: ChatMessage): Promise<{ status: number }>;
}
