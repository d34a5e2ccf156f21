import { expect, test } from 'vitest';
import { simulate } from '../start/simulate.ts';
import { mostLines } from './shortened.ts';
import { shrink } from './shrink.ts';

/** A seed that breaks an invariant, in a world that is soon made. */
const failing = {
  bug: 'a debit without its entries',
  seed: 1,
  days: 0.05,
  organizations: 3,
  acts: 200,
  faults: 0.004,
};

test('a failing seed is shrunk by running it to a story of at most 50 events, which its command replays', () => {
  const { lines, violation, runs, command } = shrink(failing);
  expect(violation).toMatch(/^balance: /);
  expect(lines.length).toBeLessThanOrEqual(mostLines);
  expect(lines.join('\n')).toMatch(/ connect\n[^]* create-scan commits: .*adds scan/);
  expect(runs).toBeGreaterThan(2);
  const acts = /--only-acts '?([\w.,]+)/.exec(command)?.[1] ?? '';
  expect(acts.split(',').length).toBeLessThanOrEqual(3);
  expect(simulate({ ...failing, 'only-acts': acts, 'only-faults': '' }).violation).toMatch(/^balance: /);
}, 1_800_000);
