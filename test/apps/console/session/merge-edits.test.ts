import { expect, test } from 'vitest';
import { compareEdits, mergeEdits } from '@scangate/console/session/merge-edits.ts';

const base = { enabled: false, threshold: 20, pack: 'core-100', monthlyCap: 3 };

test('a conflicting field is named with its author, yours and theirs', () => {
  const mine = { ...base, enabled: true, threshold: 50 };
  const theirs = { ...base, threshold: 10, monthlyCap: 5 };
  expect(compareEdits({ base, mine, theirs })).toEqual([
    { name: 'enabled', base: false, mine: true, theirs: false, changedBy: 'me' },
    { name: 'threshold', base: 20, mine: 50, theirs: 10, changedBy: 'both' },
    { name: 'monthlyCap', base: 3, mine: 3, theirs: 5, changedBy: 'them' },
  ]);
});

test('the merged edit has mine where I changed something, and theirs everywhere else', () => {
  const mine = { ...base, enabled: true, threshold: 50 };
  const theirs = { ...base, threshold: 10, monthlyCap: 5 };
  expect(mergeEdits({ base, mine, theirs })).toEqual({ ...theirs, enabled: true, threshold: 50 });
});

test('the same change by both is not a conflict', () => {
  const mine = { ...base, threshold: 50 };
  expect(compareEdits({ base, mine, theirs: { ...mine } })).toEqual([]);
});

test('lists and objects are compared by content, whatever the order of their keys', () => {
  const nested = { licenses: { denied: ['AGPL-3.0'], allowed: ['MIT'] } };
  const reordered = { licenses: { allowed: ['MIT'], denied: ['AGPL-3.0'] } };
  const theirs = { licenses: { allowed: ['MIT'], denied: [] } };
  expect(compareEdits({ base: nested, mine: reordered, theirs })).toMatchObject([{ changedBy: 'them' }]);
});

test('a field that only one version has is a change', () => {
  const [mine, theirs]: { note?: string }[] = [{ note: 'new' }, {}];
  expect(compareEdits<{ note?: string }>({ base: {}, mine: mine ?? {}, theirs: theirs ?? {} })).toEqual([
    { name: 'note', base: undefined, mine: 'new', theirs: undefined, changedBy: 'me' },
  ]);
});
