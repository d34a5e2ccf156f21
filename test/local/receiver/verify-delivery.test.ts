import { describe, expect, test } from 'vitest';
import { signedHeaders } from '#app/webhooks/sign-webhook.ts';
import { verifyDelivery } from '#local/receiver/verify-delivery.ts';

const secret = `whsec_${Buffer.alloc(32, 1).toString('base64')}`;
const other = `whsec_${Buffer.alloc(32, 2).toString('base64')}`;
const at = new Date('2026-03-02T12:00:00.000Z');
const body = '{"id":"a"}';
const headers = signedHeaders([other, secret], { id: 'a', at, body });

describe('a delivery', () => {
  test('is verified by any secret that signed it, whatever the system clock says', () => {
    expect(verifyDelivery({ headers, body }, [secret], at.getTime())).toBe('verified');
  });

  test.each([
    ['no secret known', { headers, body }, [], 0],
    ['no signature matches', { headers, body: `${body} ` }, [secret], 0],
    ['no signature matches', { headers: { ...headers, 'webhook-id': 'b' }, body }, [secret], 0],
    ['too old or too new', { headers, body }, [secret], 301_000],
    ['too old or too new', { headers, body }, [secret], -301_000],
    ['too old or too new', { headers: {}, body }, [secret], 0],
  ])('is not verified: %s', (said, delivery, secrets, laterMs) => {
    expect(verifyDelivery(delivery, secrets, at.getTime() + laterMs)).toBe(said);
  });
});
