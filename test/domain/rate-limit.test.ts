import { describe, expect, test } from 'vitest';
import { rateLimit, rateState, rateWindow } from '@scangate/domain/rate-limit';
import { later, noon } from '../support/world.ts';

describe('the rate limit', () => {
  test('admits exactly its number of requests in a window', () => {
    const organization = { limit: 6_000, remaining: 6_000 };
    expect(rateState(1, noon)).toEqual({ remaining: 1_199, resetSeconds: 60, organization });
    expect(rateState(rateLimit.requests, later(59))).toEqual({ remaining: 0, resetSeconds: 1, organization });
    expect(rateState(rateLimit.requests + 1, noon)).toMatchObject({ remaining: 0, exceeded: 'token' });
  });

  test('names the limit of the organization, and that of the token first', () => {
    const counted = { limit: 100, requests: 112 };
    expect(rateState(1, noon, counted)).toMatchObject({
      organization: { limit: 100, remaining: 0 },
      exceeded: 'organization',
    });
    expect(rateState(rateLimit.requests + 1, noon, counted)).toMatchObject({ exceeded: 'token' });
    expect(rateState(1, noon, { limit: 112, requests: 112 })).not.toHaveProperty('exceeded');
  });

  test('states when the next window begins, and not earlier', () => {
    for (const offset of [0, 1, 17, 59]) {
      const { resetSeconds } = rateState(1, later(offset));
      expect(rateWindow(later(offset + resetSeconds - 1))).toBe(rateWindow(later(offset)));
      expect(rateWindow(later(offset + resetSeconds))).toBe(rateWindow(later(offset)) + 1);
    }
  });
});
