import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { cloneAt, countChanges } from '@scangate/cli/scan/local-commit';

const environment = { ...process.env, GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_SYSTEM: '/dev/null' };

/** A clone whose attributes give every file a filter. */
const newClone = () => {
  const directory = mkdtempSync(join(tmpdir(), 'scangate-changes-'));
  onTestFinished(() => rmSync(directory, { recursive: true }));
  const git = (...args: string[]) =>
    execFileSync('git', args, { cwd: directory, env: environment, stdio: 'pipe' });
  git('init', '--quiet');
  for (const name of ['a.txt', 'b.txt']) writeFileSync(join(directory, name), 'first\n');
  writeFileSync(join(directory, '.gitattributes'), '*.txt filter=evil\n');
  git('add', '.');
  git('-c', 'user.name=A', '-c', 'user.email=a@a.example', 'commit', '--quiet', '-m', 'first');
  return { directory, git, clone: cloneAt(directory, environment) };
};

test('changed and new files are counted', () => {
  const { directory, clone } = newClone();
  expect(countChanges(clone)).toBe(0);
  writeFileSync(join(directory, 'a.txt'), 'other\n');
  writeFileSync(join(directory, 'new.txt'), 'new\n');
  expect(countChanges(clone)).toBe(2);
});

describe('programs that the settings of the clone name are not started to find out what changed', () => {
  test.each(['filter.evil.clean', 'filter.evil.process', 'core.fsmonitor'])('%s', (setting) => {
    const { directory, git, clone } = newClone();
    const sign = join(directory, '.git/started');
    const program = join(directory, '.git/program.sh');
    writeFileSync(program, `#!/bin/sh\ntouch ${sign}\ncat\n`, { mode: 0o755 });
    // The same size: git has to read the file to see whether it changed.
    writeFileSync(join(directory, 'a.txt'), 'other\n');
    git('config', setting, program);
    git('config', 'filter.evil.required', 'true');
    expect(countChanges(clone)).toBe(1);
    expect(existsSync(sign)).toBe(false);
  });

  test('a filter that no argument can turn off leaves the number untold', () => {
    const { directory, git, clone } = newClone();
    const sign = join(directory, '.git/started');
    git('config', 'filter.e=vil.clean', `touch ${sign}`);
    writeFileSync(join(directory, '.gitattributes'), '*.txt filter=e=vil\n');
    writeFileSync(join(directory, 'a.txt'), 'other\n');
    expect([countChanges(clone), existsSync(sign)]).toEqual([undefined, false]);
  });
});
