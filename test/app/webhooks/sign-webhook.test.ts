import { execFileSync } from 'node:child_process';
import { Webhook } from 'standardwebhooks';
import { describe, expect, test } from 'vitest';
import { signedHeaders } from '#app/webhooks/sign-webhook.ts';
import { receiver, type Received } from '#test/support/webhooks/receivers.ts';
import { delivery, oldSecret, secret, send, storedEvent } from '#test/support/webhooks/send.ts';

/** Vectors of Standard Webhooks and of the reference implementation that it grew from. */
const vectors = [
  {
    key: 'MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
    id: 'msg_p5jXN8AQM9LWM0D4loKWxJek',
    seconds: 1614265330,
    body: '{"test": 2432232314}',
    signature: 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
  },
  {
    key: 'C2FVsBQIhrscChlQIMV+b5sSYspob7oD',
    id: 'msg_27UH4WbU6Z5A5EzD8u03UvzRbpk',
    seconds: 1649367553,
    body: '{"email":"test@example.com","username":"test_user"}',
    signature: 'v1,tZ1I4/hDygAJgO5TYxiSd6Sd0kDW6hPenDe+bTa3Kkw=',
  },
];

test.each(vectors)('the published signature of $id', ({ key, id, seconds, body, signature }) => {
  const at = new Date(seconds * 1000 + 999);
  expect(signedHeaders([`whsec_${key}`], { id, at, body })).toEqual({
    'webhook-id': id,
    'webhook-timestamp': String(seconds),
    'webhook-signature': signature,
  });
});

const opensslSignature = (key: string, { headers, body }: Received): string => {
  const message = `${String(headers['webhook-id'])}.${String(headers['webhook-timestamp'])}.${body}`;
  const hex = Buffer.from(key.replace('whsec_', ''), 'base64').toString('hex');
  const options = ['dgst', '-sha256', '-mac', 'HMAC', '-macopt', `hexkey:${hex}`, '-binary'];
  return `v1,${execFileSync('openssl', options, { input: message }).toString('base64')}`;
};

const verify = (key: string, { headers, body }: Received): unknown =>
  new Webhook(key).verify(body, headers as Record<string, string>);

describe('a signed request', () => {
  const hostile = { ...storedEvent, data: { text: 'ü 💥 \u2028 </script> "\\', list: [1, null] } };
  test.each([
    ['an event', storedEvent],
    ['any text', hostile],
  ])('%s is verified by the package and by openssl', async (_title, event) => {
    const { url, received } = await receiver((_request, response) => response.end());
    await send(url, { event });
    const [got] = received as [Received];
    expect(verify(secret, got)).toEqual({
      id: event.eventId,
      type: event.type,
      timestamp: event.at,
      sequence: delivery.sequence,
      organizationId: event.organizationId,
      data: event.data,
    });
    expect(got.headers['webhook-signature']).toBe(opensslSignature(secret, got));
    expect(() => verify(oldSecret, got)).toThrow(/No matching signature/);
    expect(() => verify(secret, { ...got, body: got.body.replace('}', ' }') })).toThrow(/signature/);
  });

  test('during the overlap both secrets verify it, after it only the new one', async () => {
    const { url, received } = await receiver((_request, response) => response.end());
    const now = new Date();
    const until = (ms: number) => new Date(now.getTime() + ms).toISOString();
    const secretsUntil = (ms: number) => [
      { sealed: `sealed:${secret}` },
      { sealed: `sealed:${oldSecret}`, signsUntil: until(ms) },
    ];
    await send(url, { now, secrets: secretsUntil(1_000) });
    await send(url, { now, secrets: secretsUntil(0) });
    const [during, after] = received as [Received, Received];
    for (const key of [secret, oldSecret]) expect(verify(key, during)).toBeTruthy();
    expect(during.headers['webhook-signature']).toBe(
      [secret, oldSecret].map((key) => opensslSignature(key, during)).join(' '),
    );
    expect(verify(secret, after)).toBeTruthy();
    expect(() => verify(oldSecret, after)).toThrow(/No matching signature/);
  });

  test('the id and the body are the same at every attempt; the time is that of the attempt', async () => {
    const { url, received } = await receiver((_request, response) => response.writeHead(500).end());
    const [first, second] = [new Date(Date.now() - 60_000), new Date()];
    await send(url, { now: first });
    await send(url, { now: second });
    const [one, two] = received as [Received, Received];
    expect([one.body, one.headers['webhook-id']]).toEqual([two.body, two.headers['webhook-id']]);
    expect(one.headers['webhook-timestamp']).not.toBe(two.headers['webhook-timestamp']);
  });

  test('no header identifies the service except the documented ones, and no secret is sent', async () => {
    const { url, received } = await receiver((_request, response) => response.end());
    await send(url);
    const [got] = received as [Received];
    expect(Object.keys(got.headers).toSorted()).toEqual([
      'accept-encoding',
      'connection',
      'content-length',
      'content-type',
      'host',
      'user-agent',
      'webhook-id',
      'webhook-signature',
      'webhook-timestamp',
    ]);
    expect(JSON.stringify(got)).not.toContain('whsec_');
  });
});
