import { validateWorkflow } from '@action-validator/core';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { runMain } from '#test/support/cli/run-main.ts';

interface Step {
  uses?: string;
  run?: string;
  with?: Record<string, unknown>;
  'working-directory'?: string;
}
interface Workflow {
  on: Record<string, unknown>;
  permissions?: Record<string, string>;
  jobs: Record<string, { steps: Step[]; permissions?: Record<string, string> }>;
}

const paths = globSync('.github/workflows/*.yml');
const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: Record<string, string> };
const workflows = new Map(paths.map((path) => [path, readFileSync(path, 'utf8')]));
const stepsOf = (path: string): Step[] =>
  Object.values((parse(workflows.get(path) ?? '') as Workflow).jobs).flatMap(({ steps }) => steps);

describe('each workflow', () => {
  test.each([...workflows])('%s is a workflow that GitHub accepts', (_path, text) => {
    expect(validateWorkflow(text).errors).toEqual([]);
  });

  test.each([...workflows])(
    '%s may only read the repository, except for jobs that state more, and trusts no fork',
    (_path, text) => {
      const { permissions, on } = parse(text) as Workflow;
      expect(permissions).toEqual({ contents: 'read' });
      expect(Object.keys(on)).not.toContain('pull_request_target');
    },
  );

  test.each([...workflows])('%s names each action by its commit, which nobody can move', (path) => {
    const used = stepsOf(path).flatMap(({ uses }) => uses ?? []);
    expect(used.filter((uses) => !/^[\w-]+\/[\w-]+@[0-9a-f]{40}$/.test(uses))).toEqual([]);
  });

  test.each([...workflows])('%s runs existing scripts', (_path, text) => {
    const named = [...text.matchAll(/npm run ([\w:-]+)/g)].map(([, name = '']) => name);
    expect(named.filter((name) => scripts[name] === undefined)).toEqual([]);
    const files = [...text.matchAll(/run: (\.ci\/\w+)/g)].map(([, file = '']) => file);
    expect(files.filter((file) => !existsSync(file))).toEqual([]);
  });

  test.each([...workflows])('%s passes nothing of an event into a script, where it would be code', (path) => {
    const scripted = stepsOf(path).flatMap(({ run }) => run ?? []);
    expect(scripted.filter((run) => run.includes('${{'))).toEqual([]);
  });
});

const flagsOf = (script: string): string[] =>
  [...script.matchAll(/--[a-z-]+/g)].map(([flag]) => flag).filter((flag) => flag !== '--');

test('every night fails on any known vulnerability of a library', async () => {
  const scan = stepsOf('.github/workflows/nightly.yml').find(({ run }) => run?.includes('npm run scan'));
  expect(scan?.run).toContain('-- . --types sca --fail-on low --advisories');
  const { out } = await runMain(['scan', '--help']);
  for (const flag of flagsOf(scan?.run ?? '')) expect(out).toContain(flag);
});

describe('the gate of this repository', () => {
  const gate = '.github/workflows/gate.yml';
  const steps = stepsOf(gate);
  const scan = steps.find(({ run }) => run?.includes('npm run scan'));

  test('judges every change by the scanner and the ignored findings of its base', () => {
    expect(Object.keys((parse(workflows.get(gate) ?? '') as Workflow).on)).toEqual(['push', 'pull_request']);
    const checkouts = steps.filter(({ uses }) => uses?.startsWith('actions/checkout@'));
    expect(checkouts.map((step) => [step.with?.['ref'], step.with?.['path']])).toEqual([
      ['${{ env.BASE }}', 'gate'],
      ['${{ env.CHANGE }}', 'change'],
    ]);
    const inChange = steps.filter((step) => step['working-directory'] === 'change');
    expect(inChange).toEqual([]);
    expect(scan?.['working-directory']).toBe('gate');
    const copies = steps.findIndex(({ run }) => run === 'cp gate/.scangateignore change/.scangateignore');
    expect(copies).toBeGreaterThan(0);
    expect(copies).toBeLessThan(steps.indexOf(scan ?? {}));
  });

  test('requests a scan that the command line supports', async () => {
    expect(scripts['scan']).toBe('node bin/scangate.mjs scan --offline');
    const flags = flagsOf(scan?.run ?? '');
    const { out } = await runMain(['scan', '--help']);
    expect(flags.length).toBeGreaterThan(2);
    for (const flag of flags) expect(out).toContain(flag);
  });

  test('ignores only named places, each with its reason', () => {
    const lines = readFileSync('.scangateignore', 'utf8')
      .split('\n')
      .filter((line) => line !== '' && !line.startsWith('#'));
    expect(lines.length).toBeGreaterThan(0);
    for (const line of lines)
      expect(line).toMatch(
        /^(?:secrets|sast):[\w-]+ \S+ +# .{20,}|^license:\S+ +# .{20,}|^sca:pkg:\S+@\S+ +# .{20,}/,
      );
    const places = lines.flatMap((line) => /^(?:secrets|sast):\S+ (\S+)/.exec(line)?.[1] ?? []);
    expect(places.filter((place) => !existsSync(place))).toEqual([]);
  });
});
