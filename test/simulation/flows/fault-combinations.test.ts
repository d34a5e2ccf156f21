import { expect, test } from 'vitest';
import corpusOfAll from './corpus.json' with { type: 'json' };
import { isSampled, today } from '#test/support/runs/samples.ts';
import { flows } from './all-flows.ts';
import { isOfTriples, oneMoreFault } from './fault-combinations.ts';
import type { FlowCall } from './run-flows.ts';
import { sampleFaults } from './sample-faults.ts';

const call = (name: string, number: number, kind: FlowCall['kind']): FlowCall => ({
  name,
  number,
  kind,
  what: '',
});
const calls = [
  call('create-scan', 1, 'run'),
  call('create-scan', 1, 'page'),
  call('authorizer', 1, 'page'),
  call('create-scan', 2, 'write'),
  call('create-scan', 3, 'transaction'),
];
const seen = (faults: string) => ({ flow: 'create', faults, calls, seen: [], violations: [] });

test('each call of the flow gets each fault that its kind may have, and no other function does', () => {
  const singles = oneMoreFault(seen(''));
  expect(singles).toHaveLength(2 + 6 + 7 + 8);
  expect(singles).toContain('create-scan:1:partial');
  expect(singles).toContain('create-scan:2:twice');
  expect(singles).not.toContain('create-scan:2:partial');
  expect(singles.filter((fault) => fault.endsWith(':in_progress'))).toEqual(['create-scan:3:in_progress']);
});

test('one more fault comes after the planned ones', () => {
  const ofWrites = ['crash_before', 'crash_after', 'timeout_after', 'twice', 'delay', 'throttle', 'silence'];
  const later = [
    ...ofWrites.map((kind) => `create-scan:2:${kind}`),
    ...ofWrites.map((kind) => `create-scan:3:${kind}`),
    'create-scan:3:in_progress',
  ];
  expect(oneMoreFault(seen('create-scan:1:delay'))).toEqual(
    later.map((fault) => `create-scan:1:delay,${fault}`),
  );
  expect(oneMoreFault(seen('create-scan:3:twice'))).toEqual([]);
});

test('triples are of crashes and of lost answers', () => {
  expect(isOfTriples('a:1:crash_before,a:2:timeout_after')).toBe(true);
  expect(isOfTriples('a:1:crash_before,a:2:twice')).toBe(false);
});

test('two or three faults within a flow, and some that revealed something new, other ones each day, break no invariant', () => {
  const corpus = corpusOfAll.filter((_run, index) => isSampled(index, 10));
  const reports = sampleFaults(today, { perFlow: 2, more: corpus });
  expect(reports.filter(({ violations }) => violations.length > 0)).toEqual([]);
  expect(new Set(reports.map(({ flow }) => flow)).size).toBe(flows.length);
  expect(corpusOfAll.length).toBeGreaterThan(100);
  expect(reports).toHaveLength(flows.length * 3 + corpus.length);
});
