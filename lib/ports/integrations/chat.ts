import type { ChatMessage } from '@scangate/domain/integrations/chat/chat-message';
import type { Connection, Provider } from './provider.ts';

/** A chat. Nothing that it shows mentions anybody. */
export interface Chat extends Provider {
  /** @returns the status of the provider's answer. @throws ProviderFailure */
  post(connection: Connection, message: ChatMessage): Promise<{ status: number }>;
}
