import { expect, test } from 'vitest';
import { newWebhook, webhookBody, webhookErrors } from '@scangate/console/routes/webhooks/webhook-request.ts';

test('a URL without a scheme, with a password, or with a script is not sent', () => {
  for (const url of ['', 'example.com', 'javascript:alert(1)', 'https://user:secret@example.com/'])
    expect([url, webhookErrors({ ...newWebhook, url }).url]).toEqual([url, true]);
  expect(webhookErrors({ ...newWebhook, url: ' https://example.com/hook ' }).url).toBe(false);
});

test('a webhook without events is not sent', () => {
  expect(webhookErrors({ ...newWebhook, events: [] }).events).toBe(true);
});

test('a filter contains what is chosen, and is absent when nothing is', () => {
  const request = {
    ...newWebhook,
    url: 'https://example.com/',
    repositories: [{ repositoryId: 'r1', fullName: 'acme/web' }],
    branches: ['default'],
    minimumSeverity: 'high' as const,
    verdicts: ['FAIL' as const],
  };
  expect(webhookBody(request).filter).toEqual({
    repositoryIds: ['r1'],
    branches: ['default'],
    minimumSeverity: 'high',
    verdicts: ['FAIL'],
  });
  expect(webhookBody({ ...newWebhook, url: request.url })).not.toHaveProperty('filter');
});
