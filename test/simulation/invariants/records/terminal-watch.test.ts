import { expect, test } from 'vitest';
import { TerminalWatch } from './terminal-watch.ts';

const pk = 'ORG#1';

const openWatch = () => {
  const told: string[] = [];
  const watch = new TerminalWatch((_invariant, what) => void told.push(what));
  const commit = (sk: string, before: object, after: object): string[] => {
    watch.onCommit([{ table: 'Core', before: { pk, sk, ...before }, after: { pk, sk, ...after } }]);
    return told.splice(0);
  };
  return { watch, commit };
};

test.each([
  ['DELIVERY#1', { state: 'delivered', tries: 1 }, { state: 'waiting', tries: 1 }, 'state'],
  ['DELIVERY#1', { state: 'given_up', tries: 5 }, { state: 'delivered', tries: 5 }, 'state'],
  ['EXPORT#1', { state: 'completed', parts: [1] }, { state: 'completed', parts: [1, 2] }, 'parts'],
  ['PACK#1', { state: 'failed' }, { state: 'ready' }, 'state'],
  ['PACK#1', { state: 'ready', sha256: 'a' }, { state: 'ready', sha256: 'b' }, 'sha256'],
  ['RELEASE#1#2', { verdict: 'FAIL' }, { verdict: 'PASS' }, 'verdict'],
  ['UPLOAD#1', { scanId: 'a' }, { scanId: 'b' }, 'scanId'],
  ['MAIL#1', { kind: 'receipt', sentAt: 'now' }, { kind: 'receipt', dueQueue: 'mail1' }, 'dueQueue'],
])('%s that is %j does not become %j', (sk, before, after, field) => {
  expect(openWatch().commit(sk, before, after)).toEqual([`ORG#1 ${sk}: ${field} changed after its end`]);
});

test.each([
  ['DELIVERY#1', { state: 'waiting', tries: 0 }, { state: 'delivered', tries: 1 }],
  ['DELIVERY#1', { state: 'given_up', tries: 5 }, { state: 'waiting', tries: 0, replayed: true }],
  ['EXPORT#1', { state: 'running' }, { state: 'completed' }],
  ['PACK#1', { state: 'ready' }, { state: 'ready', links: 1 }],
  ['RELEASE#1#2', { verdict: 'FAIL', version: 1 }, { verdict: 'FAIL', version: 2 }],
  ['UPLOAD#1', {}, { scanId: 'a' }],
  ['MAIL#1', { kind: 'receipt', dueQueue: 'mail1' }, { kind: 'receipt', sentAt: 'now' }],
  ['MAIL#1', { kind: 'recharge_failed', sentAt: 'now' }, { kind: 'recharge_failed', dueQueue: 'mail1' }],
])('%s that is %j may become %j', (sk, before, after) => {
  expect(openWatch().commit(sk, before, after)).toEqual([]);
});

test('an attempt to recharge is made once, unless a restore has forgotten its end', () => {
  const { watch, commit } = openWatch();
  const attempt = { attempt: { attemptId: 'a' } };
  expect(commit('RECHARGE#core', {}, attempt)).toEqual([]);
  const back = watch.keep();
  expect(commit('RECHARGE#core', attempt, {})).toEqual([]);
  expect(commit('RECHARGE#core', {}, attempt)).toEqual([expect.stringContaining('a begins after its end')]);
  back();
  expect(commit('RECHARGE#core', {}, attempt)).toEqual([]);
});
