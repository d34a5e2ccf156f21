import { validateAction, validateWorkflow } from '@action-validator/core';
import { execFile, execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { releaseAction } from '#release/release-action.ts';
import { head, newWorld, serveHere } from '#test/support/action/github-and-service.ts';
import { readOutputs, readStep } from '#test/support/action/read-step.ts';

const root = join(import.meta.dirname, '../..');
const folders: string[] = [];
const newFolder = () => {
  const folder = mkdtempSync(join(tmpdir(), 'scangate-action-'));
  folders.push(folder);
  return folder;
};
let action = '';
let bytes = 0;
beforeAll(async () => {
  action = newFolder();
  bytes = await releaseAction(root, action);
});
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

const read = (name: string): string => readFileSync(join(action, name), 'utf8');
const workflows = (): string[] =>
  [...read('README.md').matchAll(/```yaml\n(.*?)```/gs)].map(([, text = '']) => text);

describe('the released folder', () => {
  test('has these files, with their digests', () => {
    expect(readdirSync(action, { recursive: true }).toSorted()).toEqual([
      'README.md',
      'SHA256SUMS',
      'action.yml',
      'dist',
      'dist/index.mjs',
    ]);
    const checked = execFileSync('sha256sum', ['--check', 'SHA256SUMS'], { cwd: action, encoding: 'utf8' });
    expect(checked.trim().split('\n')).toEqual(['README.md: OK', 'action.yml: OK', 'dist/index.mjs: OK']);
  });

  test('has equal bytes whenever it is built, and a bundle of at most 320 KB', async () => {
    const again = newFolder();
    expect(await releaseAction(root, again)).toBe(bytes);
    expect(readFileSync(join(again, 'SHA256SUMS'), 'utf8')).toBe(read('SHA256SUMS'));
    expect(bytes).toBeLessThanOrEqual(320_000);
    expect(read('dist/index.mjs')).not.toContain(root);
  });

  test('has an action and workflows that are valid', () => {
    // The newest runtime that the validator knows is node20.
    const known = read('action.yml').replace('using: node24', 'using: node20');
    expect(validateAction(known)).toMatchObject({ errors: [] });
    expect(workflows()).toHaveLength(2);
    for (const workflow of workflows()) expect(validateWorkflow(workflow)).toMatchObject({ errors: [] });
  });

  test('names every input that its workflows give', () => {
    const { inputs } = parse(read('action.yml')) as { inputs: Record<string, unknown> };
    const given = workflows().flatMap((text) => {
      const { jobs } = parse(text) as { jobs: { scan: { steps: { with: Record<string, unknown> }[] } } };
      return jobs.scan.steps.flatMap((step) => Object.keys(step.with));
    });
    expect(given.filter((name) => !Object.hasOwn(inputs, name))).toEqual([]);
  });
});

test('the bundle runs as a step: outputs, summary, annotations and the exit code', async () => {
  const world = newWorld();
  const address = await serveHere(world);
  const folder = newFolder();
  const [output, summary] = [join(folder, 'output'), join(folder, 'summary')];
  for (const file of [output, summary]) writeFileSync(file, '');
  const { inputs } = parse(read('action.yml')) as { inputs: Record<string, { default?: string }> };
  const defaults = Object.entries(inputs).map(([name, { default: value = '' }]) => [name, value]);
  const given = {
    ...(Object.fromEntries(defaults) as Record<string, string>),
    url: address,
    organization: '0d4ac6a2-8a0b-4c1e-9a57-2f4f8f6f3f10',
    'github-token': 'ghs_x',
  };
  const env = {
    PATH: process.env['PATH'],
    CI: 'true',
    GITHUB_ACTIONS: 'true',
    GITHUB_REPOSITORY: 'acme/shop',
    GITHUB_API_URL: address,
    GITHUB_GRAPHQL_URL: `${address}/graphql`,
    GITHUB_EVENT_NAME: 'push',
    GITHUB_SHA: head,
    GITHUB_REF: 'refs/heads/main',
    GITHUB_REF_NAME: 'main',
    GITHUB_REF_TYPE: 'branch',
    GITHUB_WORKSPACE: folder,
    GITHUB_OUTPUT: output,
    GITHUB_STEP_SUMMARY: summary,
    RUNNER_TEMP: folder,
    SCANGATE_TOKEN: 'sgs_x',
    ...Object.fromEntries(
      Object.entries(given).map(([name, value]) => [`INPUT_${name.toUpperCase()}`, value]),
    ),
  };
  const ended = await promisify(execFile)(process.execPath, [join(action, 'dist/index.mjs')], { env }).catch(
    (error: { code: number; stdout: string; stderr: string }) => error,
  );
  expect(ended).toMatchObject({ code: 1, stderr: '' });
  expect(readOutputs(readFileSync(output, 'utf8'))).toMatchObject({ verdict: 'FAIL' });
  expect(readFileSync(summary, 'utf8')).toContain('## Scangate: FAIL');
  const levels = readStep(ended.stdout).commands.map(({ name }) => name);
  expect(levels).toEqual(['add-mask', 'add-mask', 'error', 'warning', 'notice']);
  expect(world.sarifs).toMatchObject([{ commit_sha: head, ref: 'refs/heads/main' }]);
});
