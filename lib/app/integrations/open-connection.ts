import type { Subscriber } from '@scangate/domain/events/event-records';
import type { Connection } from '#ports/integrations/provider.ts';
import type { SubscriberSecretContext, SecretDecrypter } from '#ports/secret-cipher.ts';

/** Opens the credential of an integration. */
export const openConnection = async (
  subscriberSecrets: SecretDecrypter<SubscriberSecretContext>,
  {
    organizationId: organization,
    subscriberId: subscriber,
    credential = '',
    settings = {},
  }: Pick<Subscriber, 'organizationId' | 'subscriberId' | 'credential' | 'settings'>,
): Promise<Connection> => {
  const opened = await subscriberSecrets.decrypt(credential, { organization, subscriber });
  return { settings, credential: JSON.parse(opened) as Record<string, unknown> };
};
