import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { describe, expect, test, onTestFinished } from 'vitest';
import { parse } from 'yaml';
import { parseCommandLine } from '@scangate/cli/arguments/parse-arguments';
import { ciHosts, type CiHost } from '@scangate/cli/ci/ci-context';
import { commands } from '@scangate/cli/commands/index';
import { pipelines } from '@scangate/cli/init/pipelines/index';
import { requestedReports } from '@scangate/cli/scan/requested-reports';
import { scopes } from '@scangate/domain/identity/roles';
import { readAllowedIssuers } from '@scangate/domain/identity/ci-trust/allowed-issuers';
import { checkRule } from '@scangate/domain/identity/ci-trust/check-rule';
import { trustRuleRequest } from '#contract/schemas/identity/trust-rule.ts';
import { ciTokenSamples } from '#test/corpora/ci-tokens/index.ts';

const values = {
  url: 'https://scangate.example',
  organization: '3f0c1f0e-8a0b-4c1e-9a57-2f4f8f6f3f10',
  version: '0.1.0',
  branch: 'main',
};
const textOf = (host: CiHost) => pipelines[host].text(values);

/** The name of the example of a CI. */
const exampleOf = (host: CiHost): string => {
  const name = basename(pipelines[host].file);
  return `examples/command-line/${/^(?:config|pipeline|scangate|settings)\./.test(name) ? `${host}-${name}` : name.replace(/^\./, '')}`;
};

test.each(ciHosts)('the example for %s is what scangate init writes', async (host) => {
  await expect(textOf(host)).toMatchFileSnapshot(join(process.cwd(), exampleOf(host)));
});

const isYaml = (host: CiHost): boolean => pipelines[host].file.endsWith('.yml');

/** The texts of a document that are under one of these keys. */
const scriptsIn = (value: unknown, isScript = false): string[] => {
  if (typeof value === 'string') return isScript ? [value] : [];
  if (Array.isArray(value)) return value.flatMap((each) => scriptsIn(each, isScript));
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) =>
    scriptsIn(inner, ['run', 'script', 'command'].includes(key)),
  );
};

const scriptsOf = (host: CiHost): string[] => {
  const text = textOf(host);
  if (isYaml(host)) return [...new Set(scriptsIn(parse(text)))];
  const [, script = ''] = /(?:sh '|scriptContent = ")([^'"]*)/.exec(text) ?? [];
  return [script];
};

/** Stands in for npm: it installs a command line that records its arguments. */
const npm = `#!/bin/sh
for a in "$@"; do echo "$a" >> noted; done
mkdir -p "$4/bin"
printf '#!/bin/sh\\nfor a in "$@"; do echo "$a" >> noted; done\\n' > "$4/bin/scangate"
chmod +x "$4/bin/scangate"
`;

const newCheckout = (npmProgram: string): string => {
  const folder = mkdtempSync(join(tmpdir(), 'scangate-pipeline-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  writeFileSync(join(folder, 'npm'), npmProgram, { mode: 0o755 });
  return folder;
};

/** Runs lines as a job does, in a checkout that contains programs of a change. */
const argumentsOf = (lines: readonly string[]): string[] => {
  const folder = newCheckout(npm);
  writeFileSync(join(folder, 'npx'), '#!/bin/sh\nexit 0\n', { mode: 0o755 });
  const PATH = `${folder}:${process.env['PATH']}`;
  const env = { PATH, HOME: join(folder, 'home'), GITHUB_STEP_SUMMARY: '/tmp/summary of the job.md' };
  execFileSync('sh', ['-euc', lines.join('\n')], { cwd: folder, env });
  const noted = join(folder, 'noted');
  return existsSync(noted) ? readFileSync(noted, 'utf8').trimEnd().split('\n') : [];
};

describe.each(ciHosts)('the pipeline of %s', (host) => {
  test('runs an existing command, with reports that can be written', () => {
    const [install, global, prefix, place, scangate, ...args] = argumentsOf(scriptsOf(host));
    expect([install, global, prefix, scangate]).toEqual([
      'install',
      '--global',
      '--prefix',
      'scangate@0.1.0',
    ]);
    expect(place).toMatch(/home\/\.scangate$/);
    const asked = parseCommandLine(args, commands);
    expect(asked).toMatchObject({ kind: 'run', command: { name: 'scan' } });
    const { flags = {} } = asked as { flags?: Parameters<typeof requestedReports>[0] };
    const outputs = requestedReports(flags).map(({ file }) => file ?? '-');
    expect(outputs).not.toContain('-');
    const read = outputs.filter((file) => !file.startsWith('/tmp/'));
    for (const file of read) expect(textOf(host).split(basename(file)).length).toBeGreaterThan(1);
  });

  test('leaves no report that the change brought along when the scan is refused', () => {
    const args = argumentsOf(scriptsOf(host));
    const outputs = args.filter((_, at) => args[at - 1] === '--output' && !args[at]?.startsWith('/tmp/'));
    const folder = newCheckout('#!/bin/sh\nexit 6\n');
    for (const file of outputs) {
      mkdirSync(dirname(join(folder, file)), { recursive: true });
      writeFileSync(join(folder, file), 'all is well');
    }
    const env = {
      PATH: `${folder}:${process.env['PATH']}`,
      HOME: folder,
      GITHUB_STEP_SUMMARY: join(folder, 'summary'),
    };
    expect(() => execFileSync('sh', ['-euc', scriptsOf(host).join('\n')], { cwd: folder, env })).toThrow(
      'Command failed',
    );
    expect(outputs.filter((file) => existsSync(join(folder, file)))).toEqual([]);
  });

  test('names the service and the organization, and no secret', () => {
    const text = textOf(host);
    expect(text).toContain(values.url);
    expect(text).toContain(values.organization);
    expect(text).not.toMatch(/sg[spv]_/);
  });

  test('never skips the job, because hosts count a skipped job as passed', () => {
    expect(textOf(host)).not.toMatch(/^ *(?:if|when|continue-on-error|allow_failure|soft_fail):(?! always)/m);
  });
});

const page = readFileSync('docs/ci-trust.md', 'utf8');
const documented = new Map(
  [...page.matchAll(/```json rule (\w+)\n([^]*?)```/g)].map(([, host = '', text = '']) => [
    host,
    JSON.parse(text) as { issuer?: string; audience?: string; match: Record<string, string> },
  ]),
);

test('a trust rule is printed for exactly the CIs that have an identity', () => {
  const withTrust = ciHosts.filter((host) => pipelines[host].trust !== undefined);
  expect(withTrust.toSorted()).toEqual(ciTokenSamples.map(({ provider }) => provider).toSorted());
});

test.each(ciTokenSamples)(
  'the trust rule of $provider is accepted once its ids are filled in',
  ({ provider }) => {
    const printed = pipelines[provider].trust?.(values) as {
      match: object;
      issuer?: string;
      audience?: string;
    };
    const sample = documented.get(provider);
    const claims = Object.keys(printed.match);
    const request = trustRuleRequest.parse({
      ...printed,
      match: Object.fromEntries(claims.map((claim) => [claim, sample?.match[claim]])),
      ...(printed.issuer !== undefined && { issuer: sample?.issuer }),
      ...(printed.audience !== undefined && { audience: sample?.audience }),
    });
    expect(JSON.stringify(request)).not.toContain('<');
    const caller = { organizationId: values.organization, scopes };
    expect(checkRule(request, caller, readAllowedIssuers('https'))).toMatchObject({ provider });
  },
);
