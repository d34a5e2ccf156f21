import { expect, test } from 'vitest';
import { suppressionsOf } from '@scangate/engines/suppression/reviewed-suppressions';

const own = [{ path: '.scangateignore', text: 'secrets:a\n' }];
const reviewed = {
  branch: 'main',
  tip: 'd'.repeat(40),
  headIsReviewed: false,
  ignoreFiles: [{ path: '.scangateignore', text: 'secrets:b\n' }],
  comments: [],
  unchanged: ['a.js'],
};
const texts = (entries: readonly { text: string }[]) => entries.map(({ text }) => text);

test('the entries in force are those of the reviewed side, beside those of the commit', () => {
  const { own: proposed, entries, comments, unchanged } = suppressionsOf('reviewed', { own, reviewed });
  expect([texts(proposed), texts(entries), comments, unchanged]).toEqual([
    ['secrets:a'],
    ['secrets:b'],
    [],
    ['a.js'],
  ]);
});

test('a commit on the reviewed side is judged with its own suppressions', () => {
  const suppressions = suppressionsOf('reviewed', { own, reviewed: { ...reviewed, headIsReviewed: true } });
  expect([texts(suppressions.entries), suppressions.comments, suppressions.unchanged]).toEqual([
    ['secrets:a'],
    'own',
    'all',
  ]);
});

test('without a tip nothing suppresses', () => {
  const { entries, comments, unchanged } = suppressionsOf('reviewed', { own });
  expect([entries, comments, unchanged]).toEqual([[], [], []]);
});
