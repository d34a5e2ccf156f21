import { hourMs } from '@scangate/domain/instant';
import { Webhook } from 'standardwebhooks';
import { expect, test } from 'vitest';
import type { Answered } from '#test/simulation/actors/api.ts';
import { SignatureChecks } from './signature-checks.ts';

const url = 'https://hooks.example.com/taint1x/1';
const secretOf = (letter: string): string => `whsec_${Buffer.from(letter.repeat(24)).toString('base64')}`;
const [first, second] = [secretOf('a'), secretOf('b')];

const delivery = (secret: string, { at = 0, body = '{}' } = {}) => ({
  at,
  url,
  body,
  headers: {
    'webhook-id': 'event',
    'webhook-timestamp': String(Math.floor(at / 1_000)),
    'webhook-signature': new Webhook(secret).sign('event', new Date(at), body),
  },
});

const answered = (endpoint: string, call: Answered['call'], status: number, body: Record<string, unknown>) =>
  ({ endpoint, secret: '', call, beganAt: 0, answer: { status, text: '', body } }) satisfies Answered;

const rotated = (status: number) =>
  answered('rotate-webhook-secret', { params: { webhookId: 'w' }, body: { overlapHours: 1 } }, status, {
    ...(status === 200 && { secret: second }),
  });

const check = (deliveries: readonly ReturnType<typeof delivery>[], rotation?: number): [number, string[]] => {
  const checks = new SignatureChecks();
  const told: string[] = [];
  checks.onAnswer(answered('create-webhook', { body: { url } }, 201, { webhookId: 'w', secret: first }), 0);
  if (rotation !== undefined) checks.onAnswer(rotated(rotation), 0);
  return [checks.check(deliveries, (_invariant, what) => void told.push(what)), told];
};

const later = { at: 3 * hourMs };

test('a delivery is signed by the secret of its webhook, also the one before for as long as that was asked', () => {
  expect(check([delivery(first, later)])).toEqual([1, []]);
  expect(check([delivery(first), delivery(second, later)], 200)).toEqual([2, []]);
  expect(check([delivery(first, later)], 404)).toEqual([1, []]);
  expect(check([delivery(second)])).toEqual([1, [`${url} gets event without its secret`]]);
  expect(check([delivery(first, later)], 200)).toEqual([1, [`${url} gets event by a secret that had ended`]]);
});

test('a delivery that comes again is the same, and nothing is said of secrets whose answer was lost', () => {
  const other = delivery(first, { body: '{"id":1}' });
  expect(check([delivery(first), other])).toEqual([2, [`${url} event is another one when it comes again`]]);
  expect(check([delivery(second)], 504)).toEqual([0, []]);
});
