import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { decidePoll } from '@scangate/domain/identity/device/grant-device-token';
import type { DeviceLogin } from '@scangate/domain/records';
import { later, noon } from '#test/support/world.ts';

const started: DeviceLogin = {
  deviceHash: 'hash',
  state: 'pending',
  startedAt: noon.toISOString(),
  expiresAt: later(600).toISOString(),
  intervalSeconds: 5,
};

/** Applies the changes of a poll. */
const applied = (login: DeviceLogin, polled: ReturnType<typeof decidePoll>): DeviceLogin => {
  const [change] = 'problem' in polled ? polled.changes : [];
  return change?.change === 'update' ? { ...login, ...change.set } : login;
};

test('a client that respects the interval is never slowed down', () => {
  let login = started;
  for (let seconds = 0; seconds < 600; seconds += 5) {
    const polled = decidePoll(login, later(seconds).toISOString());
    expect(polled).toMatchObject({ problem: { code: 'authorization_pending' } });
    login = applied(login, polled);
  }
  expect(decidePoll(login, later(600).toISOString())).toMatchObject({ problem: { code: 'expired_token' } });
});

test('however a client polls, it is answered at most once in four seconds, and the interval stays below a minute', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 20_000 }), { maxLength: 100 }), (gaps) => {
      let login = started;
      let atMs = noon.getTime();
      const answered: number[] = [];
      for (const gap of gaps) {
        atMs += gap;
        const polled = decidePoll(login, new Date(atMs).toISOString());
        if ('problem' in polled && polled.problem.code === 'authorization_pending') answered.push(atMs);
        login = applied(login, polled);
      }
      const shortest = Math.min(...answered.slice(1).map((at, index) => at - (answered[index] ?? 0)));
      expect(shortest).toBeGreaterThanOrEqual(4_000);
      expect(login.intervalSeconds).toBeLessThanOrEqual(60);
    }),
  );
});
