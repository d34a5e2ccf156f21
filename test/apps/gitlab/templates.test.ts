import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { parse } from 'yaml';
import { parseCommandLine } from '@scangate/cli/arguments/parse-arguments';
import { commands } from '@scangate/cli/commands/index';
import { version } from '@scangate/cli/version';

interface Input {
  default?: string;
  options?: string[];
}

interface Job {
  script: string[];
  id_tokens: Record<string, { aud: string }>;
  artifacts: { reports: Record<string, string> };
}

const template = readFileSync(
  join(import.meta.dirname, '../../../lib/apps/gitlab/templates/scangate.yml'),
  'utf8',
);
const [head = '', body = ''] = template.split(/^---$/m);
const { inputs } = (parse(head) as { spec: { inputs: Record<string, Input> } }).spec;

/** Interpolates inputs as GitLab does, before it reads the text as YAML. */
const jobOf = (given: Record<string, string>): Job => {
  const text = body.replaceAll(/\$\[\[ inputs\.([\w-]+) \]\]/g, (_whole, name: string) => {
    const value = given[name] ?? inputs[name]?.default;
    if (value === undefined) throw new Error(`no input ${name}`);
    return value;
  });
  return (parse(text) as { scangate: Job }).scangate;
};

const required = { url: 'https://scangate.example', organization: '0d4ac6a2-8a0b-4c1e-9a57-2f4f8f6f3f10' };

/** Stands in for the command line: stores its arguments, and writes the JSON report where requested. */
const scangate = `#!/usr/bin/env node
const { appendFileSync, writeFileSync } = require('node:fs');
const args = process.argv.slice(2);
appendFileSync('calls', JSON.stringify(args) + '\\n');
appendFileSync('addresses', process.env.SCANGATE_URL + '\\n');
const at = args.indexOf('json');
if (at > 0 && process.env.REFUSED !== '1') writeFileSync(args[at + 2], '{"verdict":{"scanId":"scan-1"}}');
process.exit(Number(process.env[args.includes('comment') ? 'COMMENT_EXIT' : 'SCAN_EXIT'] || 0));
`;

/** Stands in for npm: installs the command line where requested. */
const npm = `#!/bin/sh
[ "$1 $2 $3 $5" = "install --global --prefix scangate@${version}" ] || exit 9
mkdir -p "$4/bin"
cp scangate-stub "$4/bin/scangate"
`;

/**
 * Runs the script of the job as a runner does, in a checkout that contains reports and programs of a change.
 */
const run = (given: Record<string, string>, environment: Record<string, string>) => {
  const folder = mkdtempSync(join(tmpdir(), 'scangate-gitlab-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const programs = { npm, npx: '#!/bin/sh\nexit 0\n', 'scangate-stub': scangate };
  for (const [name, text] of Object.entries(programs)) {
    writeFileSync(join(folder, name), text);
    chmodSync(join(folder, name), 0o755);
  }
  mkdirSync(join(folder, 'scangate'));
  for (const name of ['scangate.json', 'gl-sast-report.json'])
    writeFileSync(join(folder, 'scangate', name), '{"verdict":{"scanId":"forged"}}');
  const { script } = jobOf({ ...required, ...given });
  const { status, stderr } = spawnSync('sh', ['-e', '-u', '-c', script.join('\n')], {
    cwd: folder,
    env: {
      PATH: [folder, process.env['PATH']].join(delimiter),
      HOME: join(folder, 'home'),
      ...environment,
    },
    encoding: 'utf8',
  });
  const linesOf = (name: string): string[] => {
    const file = join(folder, name);
    return existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n') : [];
  };
  const calls = linesOf('calls').map((line) => JSON.parse(line) as string[]);
  const reports = existsSync(join(folder, 'scangate')) ? readdirSync(join(folder, 'scangate')) : [];
  return { status, stderr, calls, reports, addresses: linesOf('addresses') };
};

/** The flags of the scan, as the command line understands them. */
const scanned = (calls: readonly string[][]) => {
  const [args = []] = calls;
  const asked = parseCommandLine(args, commands);
  if (!('flags' in asked)) throw new Error(`it is ${asked.kind}`);
  return asked.flags as Record<string, unknown>;
};

const mergeRequest = { CI_MERGE_REQUEST_IID: '7' };

describe('the component', () => {
  test('judges a merge request by what it changes, and the whole commit elsewhere', () => {
    expect(scanned(run({}, mergeRequest).calls)['gate']).toBe('pull-request');
    expect(scanned(run({}, {}).calls)['gate']).toBe('api');
    expect(scanned(run({ gate: 'api' }, mergeRequest).calls)['gate']).toBe('api');
  });

  test('writes each report where GitLab is configured to read it', () => {
    const { format, output } = scanned(run({}, {}).calls) as { format: string[]; output: string[] };
    const { reports } = jobOf(required).artifacts;
    const written = Object.fromEntries(format.map((name, at) => [name, output[at]]));
    expect(written).toEqual({
      json: 'scangate/scangate.json',
      'gitlab-codequality': reports['codequality'],
      junit: reports['junit'],
      'gl-sast': reports['sast'],
      'gl-secret-detection': reports['secret_detection'],
      'gl-dependency-scanning': reports['dependency_scanning'],
      cyclonedx: reports['cyclonedx'],
    });
  });

  test('gives the flags of its inputs, each as one value', () => {
    const hostile = { types: 'sca,secrets', 'fail-on': 'high' };
    expect(scanned(run(hostile, {}).calls)).toMatchObject({ types: ['sca', 'secrets'], 'fail-on': 'high' });
    const { calls, status } = run({ types: 'sca; touch owned $(touch owned)' }, {});
    expect([status, calls[0]?.at(-1)]).toEqual([0, 'sca; touch owned $(touch owned)']);
  });

  test.each([0, 1, 2, 3, 4, 5, 6])(
    'ends with exit code %d of the scan, whatever happens to the note',
    (code) => {
      for (const more of [{}, { ...mergeRequest, SCANGATE_GITLAB_TOKEN: 'glpat-x', COMMENT_EXIT: '3' }])
        expect(run({}, { SCAN_EXIT: String(code), ...more }).status).toBe(code);
    },
  );

  test('writes the note of a merge request only with a token', () => {
    const token = { SCANGATE_GITLAB_TOKEN: 'glpat-x' };
    expect(run({}, { ...mergeRequest, ...token }).calls[1]).toEqual(['comment', 'scan-1']);
    for (const environment of [mergeRequest, token, { ...mergeRequest, ...token, REFUSED: '1' }])
      expect(run({}, environment).calls).toHaveLength(1);
  });

  test('does not take a report that the change contains for one of the scan', () => {
    expect(run({}, {}).reports).toEqual(['scangate.json']);
    expect(run({}, { REFUSED: '1', SCAN_EXIT: '4' })).toMatchObject({ status: 4, reports: [] });
  });

  test('gives no verdict when the command line cannot be installed', () => {
    expect(run({ version: '9.9.9' }, {})).toMatchObject({ status: 3, calls: [] });
  });

  test('is not changed by variables of the pipeline, which a push may set', () => {
    const pushed = {
      SCANGATE_GATE: 'api',
      SCANGATE_TYPES: 'license',
      SCANGATE_FAIL_ON: '',
      SCANGATE_URL: 'https://elsewhere.example',
      gate: 'api',
      types: 'license',
      ...mergeRequest,
    };
    const { calls, addresses } = run({ 'fail-on': 'high' }, pushed);
    expect(scanned(calls)).toMatchObject({ gate: 'pull-request', 'fail-on': 'high' });
    expect(scanned(calls)['types']).toBeUndefined();
    expect(addresses).toEqual([required.url]);
  });

  test('proves the identity of the job to the organization', () => {
    const { id_tokens: tokens } = jobOf(required);
    expect(tokens).toEqual({ SCANGATE_ID_TOKEN: { aud: `scangate:${required.organization}` } });
  });
});
