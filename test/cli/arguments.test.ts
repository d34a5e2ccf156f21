import { describe, expect, test } from 'vitest';
import { readScanOrder } from '../../lib/cli/scan-order.ts';
import { readTarget } from '../../lib/cli/scan-target.ts';
import { CliFailure } from '../../lib/cli/exit-codes.ts';
import { runScan } from './fake-cloud.ts';

describe('what cannot be understood', () => {
  test.each([
    [[], 'One path or URL'],
    [['a', 'b'], 'One path or URL'],
    [['a', '--threshold', 'huge'], '"huge"'],
    [['a', '--types', 'sca,magic'], '"magic"'],
    [['a', '--types', ''], '--types'],
    [['a', '--commit', 'abc123'], 'full commit hash'],
    [['a', '--branch', ''], '--branch'],
    [['a', '--timeout', '0'], '--timeout'],
    [['a', '--timeout', '1.5'], '--timeout'],
    [['a', '--verbose'], '--verbose'],
    [['a', '--commit'], '--commit'],
  ])('%j is refused by name and with 6', async (args, named) => {
    const ran = await runScan(args);
    expect(ran.exitCode).toBe(6);
    expect(ran.notes).toContain(named);
    expect(ran.started).toBe(0);
  });
});

test('--help is answered with all options and exit codes, and nothing is started', async () => {
  const ran = await runScan(['--help']);
  expect([ran.exitCode, ran.started]).toEqual([0, 0]);
  for (const part of [
    '--commit',
    '--branch',
    '--types',
    '--threshold',
    '--advisories',
    '--json',
    '6 bad input',
  ]) {
    expect(ran.out).toContain(part);
  }
});

test('what is not said has a default', () => {
  expect(readScanOrder(['a'])).toEqual({ target: 'a', advisories: [], timeoutSeconds: 1800, json: false });
});

describe('a target', () => {
  test('with a credential in its URL is refused without repeating it', () => {
    const read = () => readTarget('https://me:hunter2@git.example/a/b', '/');
    expect(read).toThrow(CliFailure);
    expect(read).not.toThrow(/hunter2/);
  });

  test('that is a file is refused', () => {
    expect(() => readTarget(import.meta.filename, '/')).toThrow(CliFailure);
  });

  test('has a name the service takes, whatever its folder is called', () => {
    expect(readTarget('/', '/')).toEqual({ url: '/', fullName: 'local/repository' });
  });
});
