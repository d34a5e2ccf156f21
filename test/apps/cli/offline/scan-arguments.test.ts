import { describe, expect, test } from 'vitest';
import { parseTarget } from '@scangate/cli/offline/scan-target';
import { CliFailure } from '@scangate/cli/exit-codes';
import { runScan } from '#test/support/cli/run-scan.ts';

describe('invalid arguments', () => {
  test.each([
    [['a', 'b'], 'does not take "b"'],
    [['a', '--threshold', 'huge'], '--threshold is one of critical'],
    [['a', '--types', 'sca,magic'], '--types is one of'],
    [['a', '--types', ''], '--types'],
    [['a', '--commit', 'abc123'], 'There is no directory'],
    [['a', '--branch', ''], '--branch'],
    [['a', '--timeout', '0'], '--timeout'],
    [['a', '--timeout', '1.5'], '--timeout'],
    [['a', '--verbose'], '--verbose'],
    [['a', '--commit'], '--commit'],
    [['a', '--format', 'pdf'], '"pdf"'],
    [['a', '--format', 'sarif', '--format', 'junit'], '--output'],
    [['a', '--output', 'x'], '--output'],
    [['a', '--format', 'sarif', '--output', 'x', '--output', 'y'], '--output'],
    [['a', '--format', 'sarif', '--output', ''], '--output'],
    [['a', '--format', 'sarif', '--json'], 'the same file'],
    [['a', '--format', 'sarif', '--output', 'x', '--format', 'junit', '--output', 'x'], 'the same file'],
    [['/', '--format', 'sarif', '--output', 'no/such/folder/x'], '--output'],
    [['/', '--format', 'sarif', '--output', '/'], 'is a directory'],
  ])('%j is refused by name and with 6', async (args, named) => {
    const ran = await runScan(args);
    expect(ran.exitCode).toBe(6);
    expect(ran.notes).toContain(named);
    expect(ran.loaded).toEqual([]);
  });
});

test('--help prints all options and exit codes without a scan', async () => {
  const ran = await runScan(['--help']);
  expect([ran.exitCode, ran.loaded]).toEqual([0, []]);
  for (const part of [
    '--commit',
    '--branch',
    '--types',
    '--threshold',
    '--advisories',
    '--json',
    '--format',
    '--output',
    'sarif',
    'cyclonedx-vex',
    'junit',
    'markdown',
    '0 PASS, 1 FAIL, 2 ERROR, 3 no verdict',
    '6 bad input',
  ]) {
    expect(ran.out).toContain(part);
  }
});

describe('a target', () => {
  test('with a credential in its URL is refused without repeating it', () => {
    const read = () => parseTarget('https://me:hunter2@git.example/a/b', '/');
    expect(read).toThrow(CliFailure);
    expect(read).not.toThrow(/hunter2/);
  });

  test('that is a file is refused', () => {
    expect(() => parseTarget(import.meta.filename, '/')).toThrow(CliFailure);
  });

  test('has a valid name for any folder', () => {
    expect(parseTarget('/', '/')).toEqual({ url: '/', fullName: 'local/repository' });
  });
});
