import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { parseCommandLine } from '@scangate/cli/arguments/parse-arguments';
import { commands } from '@scangate/cli/commands/index';

interface Hook {
  id: string;
  entry: string;
  language: string;
  pass_filenames: boolean;
  additional_dependencies?: string[];
}

const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };
const [published] = parse(readFileSync('.pre-commit-hooks.yaml', 'utf8')) as Hook[];
const page = readFileSync('docs/clients/ci.md', 'utf8');
const [, shown = ''] = /```yaml\n(repos:[^]*?)```/.exec(page) ?? [];
const [documented] = (parse(shown) as { repos: { hooks: Hook[] }[] }).repos.flatMap(({ hooks }) => hooks);

describe.each([
  ['published', published],
  ['documented', documented],
])('the %s hook for pre-commit', (_which, hook) => {
  const [program, ...args] = (hook?.entry ?? '').split(' ');

  test('scans staged files for secrets, on this machine', () => {
    expect([hook?.id, program]).toEqual(['scangate-secrets', 'scangate']);
    expect(parseCommandLine(args, commands)).toMatchObject({
      kind: 'run',
      command: { name: 'scan' },
      flags: { offline: true, staged: true, types: ['secrets'] },
      positionals: [],
    });
    // The scan finds the staged files itself; pre-commit would split a long list into several runs.
    expect(hook?.pass_filenames).toBe(false);
  });
});

test('no hook downloads a program at commit time: it is installed, or pinned', () => {
  expect(published?.language).toBe('system');
  expect(documented).toMatchObject({
    language: 'node',
    additional_dependencies: [`scangate@${version}`, `@scangate/engines@${version}`],
  });
});
