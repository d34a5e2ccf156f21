import type { ArgumentsOf } from '@scangate/client';

type WebhookBody = ArgumentsOf<'create-webhook'>[0]['body'];
type Severity = NonNullable<NonNullable<WebhookBody['filter']>['minimumSeverity']>;

export const severities = ['critical', 'high', 'medium', 'low'] as const satisfies readonly Severity[];

/** A webhook as the form has it. */
export interface WebhookRequest {
  name: string;
  url: string;
  events: readonly string[];
  minimumSeverity: (typeof severities)[number] | '';
}

export const newWebhook: WebhookRequest = {
  name: '',
  url: '',
  events: ['scan.completed', 'scan.failed'],
  minimumSeverity: '',
};

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

/** The request of a form without errors. Other parts of a filter stay as they are stored. */
export const webhookBody = (
  { name, url, events, minimumSeverity }: WebhookRequest,
  { minimumSeverity: _stored, ...filter }: NonNullable<WebhookBody['filter']> = {},
): WebhookBody => {
  const wanted = { ...filter, ...(minimumSeverity !== '' && { minimumSeverity }) };
  return {
    url: url.trim(),
    events: [...events],
    ...(name.trim() !== '' && { name: name.trim() }),
    ...(Object.keys(wanted).length > 0 && { filter: wanted }),
  };
};
