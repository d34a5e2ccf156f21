import { Webhook } from 'standardwebhooks';
import { describe, expect, expectTypeOf, test } from 'vitest';
import { verifyWebhook, WebhookVerificationError } from '@scangate/client/webhooks';

const secret = `whsec_${Buffer.alloc(32, 1).toString('base64')}`;
const other = `whsec_${Buffer.alloc(32, 2).toString('base64')}`;
const body = JSON.stringify({ id: 'e-1', type: 'webhook.test', sequence: 1, data: {} });

const signed = (secrets: string[], { at = new Date(), text = body } = {}) => ({
  'webhook-id': 'e-1',
  'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
  'webhook-signature': secrets.map((one) => new Webhook(one).sign('e-1', at, text)).join(' '),
});

describe('a delivery', () => {
  test('is verified by the headers of fetch and of Node, as text and as bytes', () => {
    const headers = signed([secret]);
    const event = verifyWebhook(body, new Headers(headers), secret);
    expect(event).toEqual(JSON.parse(body));
    expect(verifyWebhook(Buffer.from(body), { ...headers, accept: ['a', 'b'] }, [secret])).toEqual(event);
    const named = { 'Webhook-Id': headers['webhook-id'], ...headers };
    expect(verifyWebhook(new TextEncoder().encode(body), named, secret)).toEqual(event);
  });

  test('is an event whose type determines the type of its data', () => {
    const event = verifyWebhook(body, signed([secret]), secret);
    if (event.type === 'scan.completed') expectTypeOf(event.data.verdict).toEqualTypeOf<'PASS' | 'FAIL'>();
    expect(event.type).toBe('webhook.test');
  });

  test('is verified by either of two secrets during a rotation', () => {
    for (const secrets of [[secret], [other], [secret, other]])
      expect(verifyWebhook(body, signed(secrets), [secret, other]).id).toBe('e-1');
  });

  test.each([
    ['a changed body', `${body} `, signed([secret]), secret],
    ['a foreign signature', body, signed([other]), secret],
    ['an old timestamp', body, signed([secret], { at: new Date(Date.now() - 301_000) }), [other, secret]],
    ['a timestamp in the future', body, signed([secret], { at: new Date(Date.now() + 302_000) }), secret],
    ['a header that is missing', body, { ...signed([secret]), 'webhook-id': undefined }, secret],
    ['a duplicate header', body, { ...signed([secret]), 'webhook-id': ['e-1', 'e-1'] }, secret],
    ['no secret', body, signed([secret]), []],
  ])('is refused for %s', (_why, text, headers, secrets) => {
    expect(() => verifyWebhook(text, headers, secrets)).toThrow(WebhookVerificationError);
  });

  test('is not verified by an empty secret', () => {
    expect(() => verifyWebhook(body, signed([secret]), ['whsec_'])).toThrow('empty');
  });
});
