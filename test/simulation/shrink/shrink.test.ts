import { nothingCompared } from '../invariants/compared/compared.ts';
import { expect, test } from 'vitest';
import { simulate, type SimulateOptions } from '../start/simulate.ts';
import { shrink } from './shrink.ts';
import { mostLines, shortened } from './shortened.ts';

const listed = (text: unknown, all: readonly string[]): string[] =>
  text === undefined ? [...all] : all.filter((one) => String(text).split(',').includes(one));

test('actions, random faults and planned faults that are not needed are left out', () => {
  const acts = ['taint0x.1', 'taint0x.2', 'taint1x.1', 'taint1x.2', 'advisory.1'];
  const faults = ['taint0x.1/1/2 delay', 'taint1x.2/1/3 twice'];
  const run = (given: SimulateOptions) => {
    const [actsMade, chanceFaults] = [listed(given['only-acts'], acts), listed(given['only-faults'], faults)];
    const isBroken =
      actsMade.includes('taint1x.2') &&
      chanceFaults.includes('taint1x.2/1/3 twice') &&
      String(given['at']).includes('deliver:2:twice');
    const violation = isBroken ? 'money: one too many' : '';
    const story = ['2026 taint1x.2: push'];
    return {
      digest: '',
      events: 1,
      restored: 0,
      compared: nothingCompared(),
      plannedFaults: {},
      violation,
      failure: '',
      story,
      actsMade,
      chanceFaults,
    };
  };
  const { command, lines } = shrink({ seed: 7, at: 'deliver:1:twice,deliver:2:twice' }, run);
  expect(lines).toEqual(['2026 taint1x.2: push']);
  expect(command).toBe(
    "npm run simulate -- --seed 7 --at deliver:2:twice --only-faults 'taint1x.2/1/3 twice' --only-acts taint1x.2",
  );
});

test('a run of some actions breaks the invariant that all of them break, and reports it in few events', () => {
  const run = simulate({
    bug: 'a debit without its entries',
    seed: 1,
    days: 0.5,
    organizations: 14,
    acts: 80,
    faults: 0.006,
    'only-faults': '',
    'only-acts': Array.from({ length: 12 }, (_none, index) => `taint8x.${index + 1}`).join(','),
    tell: true,
  });
  expect(run.violation).toMatch(/^balance: /);
  expect(run.actsMade.filter((act) => !act.startsWith('taint8x.'))).toEqual([]);
  expect(run.chanceFaults).toEqual([]);
  expect(run.story.length).toBeLessThanOrEqual(mostLines);
  expect(run.story.join('\n')).toMatch(
    / connect-repository is answered 201[^]* create-scan commits: .*adds scan/,
  );
});

test('a long story keeps its actions and faults, and what happened last', () => {
  const story = [
    't a.1: push',
    ...Array.from({ length: 90 }, (_none, index) => `t a.1: f commits: ${index}`),
  ];
  const lines = shortened([...story, 't a.1: f meets twice at s3 PutObject', 't a.1: f commits: last'], 5);
  expect(lines).toEqual([
    't a.1: push',
    't a.1: f commits: 88',
    't a.1: f commits: 89',
    't a.1: f meets twice at s3 PutObject',
    't a.1: f commits: last',
  ]);
});
