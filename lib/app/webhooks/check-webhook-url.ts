import { invalidUrl, parseWebhookUrl } from '@scangate/domain/webhooks/webhook-url';
import { OutboundFailure, type Outbound } from '#ports/outbound.ts';

/**
 * Checks the URL of a webhook when it is stored. A host name that does not resolve yet is accepted: every connection
 * resolves it and checks it again.
 * @returns the URL as it is called.
 * @throws Problem webhook_url_invalid
 */
export const checkWebhookUrl = async (
  text: string,
  outbound: Pick<Outbound, 'check' | 'isPrivateHost'>,
): Promise<string> => {
  const { href } = parseWebhookUrl(text, (hostname) => outbound.isPrivateHost('webhook', hostname));
  try {
    await outbound.check('webhook', href);
  } catch (error) {
    if (!(error instanceof OutboundFailure)) throw error;
    if (error.reason === 'address_forbidden') throw invalidUrl('The host has no public address.');
  }
  return href;
};
