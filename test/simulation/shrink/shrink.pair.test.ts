import { expect, test } from 'vitest';
import { furtherBugs } from '../bugs/further-bugs.ts';
import { shrink } from './shrink.ts';
import { mostLines } from './shortened.ts';

const name = 'a sweep that puts a scan off before it starts it';

test('a seed that fails by two faults is shrunk to both of them, and told in at most 50 events', () => {
  const { at = '', world } = furtherBugs.find((bug) => bug.name === name) ?? {};
  const { lines, violation, command } = shrink({ ...world, seed: 1, bug: name, at });
  expect(violation).toMatch(/^liveness: .* does not end in time/);
  expect(command).toContain(`--at '${at}'`);
  expect(lines.length).toBeLessThanOrEqual(mostLines);
  expect(lines.join('\n')).toMatch(
    / pull request\n[^]*meets crash_before at states StartExecution[^]*adds scan[^]*sweep-scans meets crash_after at dynamodb[^]*sweep-scans commits: changes scan, due in 750 h/,
  );
}, 240_000);
