import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { runMain } from '#test/support/cli/run-main.ts';
import { scriptedFetch } from '#test/support/cli/scripted-fetch.ts';
import { git, makeDirectory, makeRepository } from '#test/support/git/test-repository.ts';

const organization = '3f0c1f0e-8a0b-4c1e-9a57-2f4f8f6f3f10';
const environment = {
  PATH: process.env['PATH'],
  SCANGATE_URL: 'https://scangate.example',
  SCANGATE_ORGANIZATION: organization,
};
const runInit = (
  directory: string,
  args: string[] = [],
  env: Record<string, string | undefined> = environment,
) => runMain(['init', ...args], { directory, environment: env });

const hostedAt = (address: string): string => {
  const directory = makeRepository();
  git(directory, ['remote', 'add', 'origin', address]);
  return directory;
};

test('in a clone of GitHub it writes the workflow, and prints the trust rule', async () => {
  const directory = hostedAt('git@github.com:octo-org/octo-repo.git');
  const { exitCode, out } = await runInit(directory);
  expect([exitCode, out]).toEqual([0, expect.stringContaining('Wrote .github/workflows/scangate.yml.')]);
  expect(out).toContain('POST https://scangate.example/v1/oidc/trust');
  expect(out).toContain('"repository_id": "<id>"');
  const written = parse(readFileSync(join(directory, '.github/workflows/scangate.yml'), 'utf8')) as object;
  expect(written).toMatchObject({ permissions: { 'id-token': 'write' }, jobs: { scangate: {} } });
});

test('from a folder below it writes at the root', async () => {
  const directory = hostedAt('https://gitlab.com/group/shop.git');
  const below = join(directory, 'services');
  mkdirSync(below);
  expect((await runInit(below)).exitCode).toBe(0);
  expect(readFileSync(join(directory, '.gitlab-ci.yml'), 'utf8')).toContain(`aud: scangate:${organization}`);
});

test('the default branch of origin is the one that is scanned', async () => {
  const directory = hostedAt('https://bitbucket.org/sample/shop');
  git(directory, ['symbolic-ref', 'refs/remotes/origin/HEAD', 'refs/remotes/origin/trunk']);
  await runInit(directory);
  expect(readFileSync(join(directory, 'bitbucket-pipelines.yml'), 'utf8')).toMatch(/branches:\n {4}trunk:/);
});

test('a branch with special characters of YAML is not written', async () => {
  const directory = hostedAt('https://github.com/octo-org/octo-repo');
  git(directory, ['symbolic-ref', 'refs/remotes/origin/HEAD', 'refs/remotes/origin/a]#{b']);
  await runInit(directory);
  expect(readFileSync(join(directory, '.github/workflows/scangate.yml'), 'utf8')).toContain(
    'branches: [main]',
  );
});

test('--json is one document', async () => {
  const { out } = await runInit(makeRepository(), ['--ci', 'jenkins', '--json']);
  expect(JSON.parse(out)).toMatchObject({
    ci: 'jenkins',
    file: 'Jenkinsfile',
    steps: [
      expect.stringContaining('scangate-token'),
      {},
      expect.stringContaining('scangate@0.0.0'),
      'Commit Jenkinsfile and push.',
    ],
    exit: { code: 0 },
  });
});

describe('the organization', () => {
  const organizationId = '0d4ac6a2-8a0b-4c1e-9a57-2f4f8f6f3f10';
  const member = { organizationId, name: 'Acme', role: 'admin', joinedAt: '2026-01-01T00:00:00.000Z' };
  const signedIn = (memberships: object[]) => {
    const { sent, fetch } = scriptedFetch(() => ({
      json: { personId: 'p', email: 'ada@example.com', memberships, tokens: 1 },
    }));
    const env = { ...environment, SCANGATE_ORGANIZATION: '', SCANGATE_TOKEN: 'sgp_canary' };
    const directory = hostedAt('https://github.com/octo-org/octo-repo');
    const run = () => runMain(['init'], { directory, environment: env, fetch });
    return { sent, directory, run };
  };

  test('is that of the credential if none is named', async () => {
    const { sent, directory, run } = signedIn([member]);
    expect((await run()).exitCode).toBe(0);
    expect(sent.map(({ url }) => url)).toEqual(['https://scangate.example/v1/me']);
    const written = readFileSync(join(directory, '.github/workflows/scangate.yml'), 'utf8');
    expect(written).toContain(`SCANGATE_ORGANIZATION: ${organizationId}`);
    expect(written).not.toContain('canary');
  });

  test('is not requested if one is named', async () => {
    const directory = hostedAt('https://github.com/octo-org/octo-repo');
    expect((await runInit(directory)).exitCode).toBe(0);
  });

  test('is missing for a person without a membership', async () => {
    const { exitCode, log } = await signedIn([]).run();
    expect([exitCode, log]).toEqual([6, expect.stringContaining('--organization')]);
  });
});

test('the steps name the repository, and what the job installs', async () => {
  const { out } = await runInit(hostedAt('git@github.com:octo-org/octo-repo.git'));
  expect(out).toContain('https://api.github.com/repos/octo-org/octo-repo.');
  expect(out).toMatch(
    /The job installs scangate@0\.0\.0 from npm\. If your registry does not have this package/,
  );
});

describe('the CI', () => {
  test.each([
    ['.gitlab-ci.yml', 'gitlab'],
    ['Jenkinsfile', 'jenkins'],
    ['.buildkite/pipeline.yml', 'buildkite'],
  ])('is detected by %s, wherever the repository is hosted', async (file, ci) => {
    const directory = hostedAt('https://github.com/octo-org/octo-repo');
    mkdirSync(join(directory, file, '..'), { recursive: true });
    writeFileSync(join(directory, file), 'x');
    expect(JSON.parse((await runInit(directory, ['--json', '--force'])).out)).toMatchObject({ ci });
  });

  test.each([
    ['nothing', []],
    ['several files', ['Jenkinsfile', '.gitlab-ci.yml']],
  ])('has to be given when it is detected by %s', async (_name, files) => {
    const directory = makeRepository();
    for (const file of files) writeFileSync(join(directory, file), 'x');
    const { exitCode, log } = await runInit(directory);
    expect([exitCode, log]).toEqual([6, expect.stringContaining('--ci')]);
  });

  test('that is unknown is refused with the nearest name', async () => {
    const { exitCode, log } = await runInit(makeRepository(), ['--ci', 'gitlap']);
    expect([exitCode, log]).toEqual([6, expect.stringContaining('gitlab')]);
  });
});

describe('an existing file', () => {
  const directoryWith = (text: string) => {
    const directory = makeRepository();
    writeFileSync(join(directory, '.gitlab-ci.yml'), text);
    return directory;
  };

  test('is kept, and the job to add is printed', async () => {
    const directory = directoryWith('mine');
    const { exitCode, out, log } = await runInit(directory);
    expect([exitCode, log]).toEqual([6, expect.stringContaining('--force')]);
    expect(out).toContain('id_tokens:');
    expect(readFileSync(join(directory, '.gitlab-ci.yml'), 'utf8')).toBe('mine');
  });

  test('is overwritten with --force', async () => {
    const directory = directoryWith('mine');
    expect((await runInit(directory, ['--force'])).exitCode).toBe(0);
    expect(readFileSync(join(directory, '.gitlab-ci.yml'), 'utf8')).toContain('scangate:');
  });

  test('that is a link or a folder is never written to', async () => {
    const elsewhere = join(makeDirectory(), 'file');
    writeFileSync(elsewhere, 'mine');
    const directory = makeRepository();
    symlinkSync(elsewhere, join(directory, 'Jenkinsfile'));
    const { exitCode, log } = await runInit(directory, ['--ci', 'jenkins', '--force']);
    expect([exitCode, log]).toEqual([6, expect.stringContaining('not a regular file')]);
    expect(readFileSync(elsewhere, 'utf8')).toBe('mine');
  });

  test('in place of its folder is named', async () => {
    const directory = makeRepository();
    writeFileSync(join(directory, '.circleci'), 'x');
    const { exitCode, log } = await runInit(directory, ['--ci', 'circleci']);
    expect([exitCode, log]).toEqual([6, expect.stringContaining('cannot be written')]);
  });
});

describe('bad input', () => {
  test.each([
    ['without an address', { SCANGATE_URL: '' }, '--url'],
    ['without an organization', { SCANGATE_ORGANIZATION: '' }, '--organization'],
    ['with a line break in the organization', { SCANGATE_ORGANIZATION: "a\n'b" }, 'The organization'],
    ['with a quote in the address', { SCANGATE_URL: "https://scangate.example/a'b" }, 'The address'],
    ['with http to another machine', { SCANGATE_URL: 'http://scangate.example' }, 'https'],
  ])('%s', async (_name, env, message) => {
    const directory = hostedAt('https://github.com/octo-org/octo-repo');
    const { exitCode, log } = await runInit(directory, [], { ...environment, ...env });
    expect([exitCode, log]).toEqual([6, expect.stringContaining(message)]);
  });

  test('outside of a repository', async () => {
    const { exitCode, log } = await runInit(makeDirectory(), ['--ci', 'github']);
    expect([exitCode, log]).toEqual([6, expect.stringContaining('not a git repository')]);
  });
});
