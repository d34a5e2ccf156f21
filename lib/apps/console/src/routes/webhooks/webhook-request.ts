import type { ArgumentsOf, BodyOfResponse } from '@scangate/client';
import type { ChosenRepository } from '../pickers/repository-picker.tsx';
import { filterOf, filterRequestOf, noFilter, type FilterRequest } from './event-filter.ts';

export type Webhook = BodyOfResponse<'get-webhook', 200>;
type WebhookBody = ArgumentsOf<'create-webhook'>[0]['body'];

/** A webhook as the form has it. */
export interface WebhookRequest extends FilterRequest {
  name: string;
  url: string;
  events: readonly string[];
}

export const newWebhook: WebhookRequest = {
  name: '',
  url: '',
  events: ['scan.completed', 'scan.failed'],
  ...noFilter,
};

/** The form of a stored webhook. */
export const requestOf = (
  { name, url, events, filter }: Webhook,
  repositories: readonly ChosenRepository[],
): WebhookRequest => ({ name, url, events, ...filterRequestOf(filter, repositories) });

const isAddress = (text: string): boolean => {
  try {
    const { protocol, username, password } = new URL(text);
    return ['https:', 'http:'].includes(protocol) && username === '' && password === '';
  } catch {
    return false;
  }
};

/** The fields that cannot be sent as they are. The service decides which addresses it takes. */
export const webhookErrors = ({ url, events }: WebhookRequest) => ({
  url: !isAddress(url.trim()),
  events: events.length === 0,
});
export type WebhookErrors = ReturnType<typeof webhookErrors>;

/** The request of a form without errors. */
export const webhookBody = (request: WebhookRequest): WebhookBody => {
  const name = request.name.trim();
  const filter = filterOf(request);
  return {
    url: request.url.trim(),
    events: [...request.events],
    ...(name !== '' && { name }),
    ...(filter && { filter }),
  };
};
