import { runMain } from '#test/support/cli/run-main.ts';
import { json, scanId, scriptedService, verdictOf, type Script } from '#test/support/cli/scripted-service.ts';
import type { Figure } from '../figures.ts';

const commit = 'a'.repeat(40);
const longestWaitMs = 600_000;

/** A step of GitHub Actions without a token, which gets an identity of the CI. */
const github = {
  GITHUB_ACTIONS: 'true',
  GITHUB_REPOSITORY: 'acme/shop',
  GITHUB_SHA: commit,
  GITHUB_REF: 'refs/heads/main',
  GITHUB_REF_NAME: 'main',
  GITHUB_REF_TYPE: 'branch',
  GITHUB_RUN_ID: '17',
  GITHUB_RUN_ATTEMPT: '1',
  GITHUB_JOB: 'gate',
  GITHUB_SERVER_URL: 'https://github.com',
  GITHUB_EVENT_NAME: 'push',
};

const identity = {
  ACTIONS_ID_TOKEN_REQUEST_URL: 'https://ci.example/token?api-version=1',
  ACTIONS_ID_TOKEN_REQUEST_TOKEN: 'of-the-runner',
  SCANGATE_ORGANIZATION: '00000000-0000-4000-8000-0000000000cc',
};

const token = { SCANGATE_TOKEN: 'sgs_bench', GITHUB_TOKEN: 'ghs_bench' };

interface Case {
  args?: readonly string[];
  environment?: Record<string, string>;
  script?: Script;
  elapsedMs?: () => number;
}

/** Runs a command against a scripted service. @returns the requests that it made */
const requestsOf = async ({ args = [], environment = token, script = {}, elapsedMs }: Case) => {
  const service = scriptedService(script);
  const scan = ['scan', '--repository', 'acme/shop', '--commit', commit];
  const { exitCode, log } = await runMain(args[0] === 'comment' ? args : [...scan, ...args], {
    fetch: service.fetch,
    ...(elapsedMs && { elapsedMs }),
    environment: { SCANGATE_URL: 'https://scangate.example', ...environment },
  });
  if (exitCode !== 0) throw new Error(`The command ended with ${exitCode}: ${log}`);
  return service.requests;
};

/** A scan that takes so many of the longest requests to wait for, and then ends. */
const slowScan = (waits: number): Case => {
  let elapsed = 0;
  const answer = () => {
    const isOver = elapsed >= waits * longestWaitMs;
    if (!isOver) elapsed += longestWaitMs;
    const verdict = isOver ? verdictOf() : verdictOf({ status: 'running', verdict: null });
    return new Response(`event: verdict\ndata: ${JSON.stringify(verdict)}\n\n`, {
      headers: { 'content-type': 'text/event-stream' },
    });
  };
  return {
    args: ['--timeout', '3600'],
    script: { answers: { [`GET /v1/scans/${scanId}/wait`]: answer } },
    elapsedMs: () => elapsed,
  };
};

const comment = {
  id: 'C1',
  viewerDidAuthor: true,
  body: '<!-- scangate:verdict -->\n## Scangate: FAIL\n',
};

/** A pull request with a comment of an earlier run. */
const pullRequest = {
  id: 'PR1',
  headRefOid: commit,
  comments: { nodes: [comment], pageInfo: { hasNextPage: false, endCursor: null } },
};

const commented: Case = {
  args: ['comment', scanId, '--pull-request', '7'],
  script: {
    answers: {
      [`GET /v1/scans/${scanId}`]: () =>
        json({ scanId, repositoryId: 'r1', status: 'completed', commitHash: commit, checksBy: 'client' }),
      'GET /v1/repositories/r1': () => json({ url: 'https://github.com/acme/shop' }),
      'POST /graphql': () => json({ data: { repository: { pullRequest } } }),
    },
  },
};

const exchange: Case = {
  environment: { ...github, ...identity },
  script: {
    answers: {
      'GET /token': () => json({ value: 'eyJhbGciOiJSUzI1NiJ9.e30.c2ln' }),
      'POST /v1/oidc/exchange': () =>
        json({ token: 'sgw_bench', expiresAt: '2026-03-01T12:15:00.000Z' }, 201),
    },
  },
};

/** Counts the requests of a scan of a commit, and what each option adds. */
export const scanRequestFigures = async (): Promise<Figure[]> => {
  const figure = (what: string, value: number, limit: number): Figure => ({
    section: 'Clients: requests of a scan',
    what,
    unit: 'requests',
    value,
    limit,
    exactly: true,
  });
  const count = async (given: Case): Promise<number> => (await requestsOf(given)).length;
  const plain = await count({});
  const toHost = (await requestsOf(commented)).filter(({ path }) => path === '/graphql').length;
  return [
    figure('scan of a commit', plain, 4),
    figure('a report more', (await count({ args: ['--format', 'sarif'] })) - plain, 1),
    figure('the identity of a CI more', (await count(exchange)) - plain, 2),
    figure('600 s of waiting more', (await count(slowScan(1))) - plain, 1),
    figure('1,800 s of waiting more', (await count(slowScan(3))) - plain, 3),
    figure('a comment that is there', toHost, 2),
  ];
};
