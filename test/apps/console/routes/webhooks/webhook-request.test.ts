import { expect, test } from 'vitest';
import { newWebhook, webhookBody, webhookErrors } from '@scangate/console/routes/webhooks/webhook-request.ts';

test('an address without a scheme, with a password, or with a script is not sent', () => {
  for (const url of ['', 'example.com', 'javascript:alert(1)', 'https://user:secret@example.com/'])
    expect([url, webhookErrors({ ...newWebhook, url }).url]).toEqual([url, true]);
  expect(webhookErrors({ ...newWebhook, url: ' https://example.com/hook ' }).url).toBe(false);
});

test('a webhook without events is not sent', () => {
  expect(webhookErrors({ ...newWebhook, events: [] }).events).toBe(true);
});

test('a changed severity leaves the other parts of a filter as they are', () => {
  const request = { ...newWebhook, url: 'https://example.com/', minimumSeverity: 'high' as const };
  expect(webhookBody(request, { branches: ['main'], minimumSeverity: 'low' })).toMatchObject({
    filter: { branches: ['main'], minimumSeverity: 'high' },
  });
  expect(webhookBody({ ...request, minimumSeverity: '' })).not.toHaveProperty('filter');
});
