import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { parseCommandLine } from '@scangate/cli/arguments/parse-arguments';
import { commands } from '@scangate/cli/commands/index';

interface Hook {
  id: string;
  entry: string;
  pass_filenames: boolean;
}

const manifest = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };
const hooks = parse(readFileSync('.pre-commit-hooks.yaml', 'utf8')) as Hook[];

test('the hook for pre-commit scans what is staged for secrets, on this machine', () => {
  expect(hooks.map(({ id }) => id)).toEqual(['scangate-secrets']);
  const [{ entry = '', pass_filenames } = {}] = hooks;
  const words = entry.split(' ');
  const at = words.indexOf('scangate');
  expect(words.slice(0, at)).toEqual([
    'npx',
    '--yes',
    '--package',
    `scangate@${manifest.version}`,
    '--package',
    `@scangate/engines@${manifest.version}`,
  ]);
  expect(parseCommandLine(words.slice(at + 1), commands)).toMatchObject({
    kind: 'run',
    command: { name: 'scan' },
    flags: { offline: true, staged: true, types: ['secrets'] },
    positionals: [],
  });
  // The scan finds the staged files itself; pre-commit would split a long list into several runs.
  expect(pass_filenames).toBe(false);
});
