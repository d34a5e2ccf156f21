import { hourMs } from '@scangate/domain/instant';
import { expect, test } from 'vitest';
import { SignOn } from './sign-on.ts';

test('an enforcement is known once its change has ended, and nobody else changes it', () => {
  const signOn = new SignOn('saml', 0);
  const first = signOn.begin(1);
  expect(signOn.state).toBe('unknown');
  signOn.settle(first, 2, ['owner']);
  expect(signOn).toMatchObject({ state: 'enforced', since: 2, breakGlass: ['owner'] });
  const second = signOn.begin(3);
  const third = signOn.begin(4);
  signOn.settle(second, 5);
  expect(signOn.state).toBe('unknown');
  signOn.settle(third, 6, []);
  expect(signOn).toMatchObject({ state: 'enforced', since: 6, breakGlass: [] });
});

test('a change whose answer was lost makes the next ones uncertain for some minutes', () => {
  const signOn = new SignOn('oidc', 0);
  signOn.begin(0);
  signOn.settle(signOn.begin(1_000), 2_000);
  expect(signOn.state).toBe('unknown');
  signOn.settle(signOn.begin(hourMs), hourMs + 1);
  expect(signOn.state).toBe('open');
});

test('rules for sessions hold once nothing can change them any more', () => {
  const session = { idleMinutes: 15, absoluteHours: 1 };
  const signOn = new SignOn('saml', 0, session);
  expect([signOn.rulesAt(1), signOn.rulesAt(hourMs)]).toEqual([undefined, session]);
  const back = signOn.keep();
  signOn.begin(hourMs);
  expect(signOn.rulesAt(2 * hourMs)).toBeUndefined();
  expect(back(hourMs).rulesAt(2 * hourMs)).toEqual(session);
});

test('a restore brings back what was known then', () => {
  const signOn = new SignOn('saml', 0);
  signOn.settle(signOn.begin(1), 2, ['owner']);
  const back = signOn.keep();
  signOn.settle(signOn.begin(3), 4);
  expect(back(9)).toMatchObject({ kind: 'saml', state: 'enforced', since: 9, breakGlass: ['owner'] });
  expect(signOn.state).toBe('open');
});
