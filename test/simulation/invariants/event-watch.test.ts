import { expect, test } from 'vitest';
import { EventWatch } from './event-watch.ts';

const table = 'Core';
const pk = 'ORG#1';
const fixedRow = { pk, sk: 'TRACKED#unit#print', state: 'fixed' };
const told = (type: string, fingerprint: string) => ({
  pk,
  sk: 'EVENT#at#id',
  type,
  data: { findings: [{ projectUnitId: 'unit', fingerprint }] },
});

test.each([
  ['finding.fixed', 'print', []],
  ['finding.fixed', 'another', ['finding.fixed of ORG#1 tells of no change']],
  ['finding.introduced', 'print', ['finding.introduced of ORG#1 tells of no change']],
])('%s of %s, reported after its change, is detected as %j', (type, fingerprint, expected) => {
  const reported: string[] = [];
  const watch = new EventWatch((_invariant, what) => void reported.push(what));
  watch.onCommit([{ table, before: { ...fixedRow, state: 'open' }, after: fixedRow }], 0);
  watch.onCommit([{ table, before: undefined, after: told(type, fingerprint) }], 1);
  expect(reported).toEqual(expected);
});
