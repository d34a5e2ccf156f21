import { scriptedFetch, type ScriptedAnswer, type SentRequest } from '../cli/scripted-fetch.ts';
import { served } from '../cli/served.ts';
import { resolvedRepository, waitText } from '../cli/service-answers.ts';

/** A service of one repository and GitHub beside it, in memory. */

export const head = 'a'.repeat(40);
export const mergeBase = 'b'.repeat(40);
export const scanId = '3f0c1f0e-8a0b-4c1e-9a57-2f4f8f6f3f10';
const repositoryId = '7c1f0a3e-8a0b-4c1e-9a57-2f4f8f6f3f10';
export const canary = 'canary-5b1c';

export interface World {
  verdict: 'PASS' | 'FAIL' | 'ERROR';
  pullRequestVerdict: 'PASS' | 'FAIL' | 'ERROR';
  checksBy: 'service' | 'client';
  /** Why the scan failed. */
  errorCode?: string;
  /** Answers of GitHub in place of its own, by a part of the address. */
  refused: Record<string, number>;
  /** The number of findings of each level. */
  findings: number;
  comments: { id: string; body: string; own: boolean }[];
  statuses: { state: string; description: string; context: string }[];
  sarifs: { commit_sha: string; ref: string; sarif: string }[];
  created: Record<string, unknown>[];
  head: string;
  /** The branches that the open pull requests of the commit merge into. */
  targets: string[];
}

export const newWorld = (): World => ({
  verdict: 'FAIL',
  pullRequestVerdict: 'PASS',
  checksBy: 'client',
  refused: {},
  findings: 1,
  comments: [],
  statuses: [],
  sarifs: [],
  created: [],
  head,
  targets: ['main'],
});

const levels = ['error', 'warning', 'note'];
const fingerprintOf = (level: string, at: number): string => `${level}-${at}`;

/** The last of each level is introduced. */
const sarifOf = ({ findings }: World): object => {
  const result = (level: string) => (_: unknown, at: number) => ({
    ruleId: `rule-${level}`,
    level,
    message: { text: `::set-output name=verdict::PASS\n${level} ${at}` },
    locations: [
      { physicalLocation: { artifactLocation: { uri: 'src/a%20b.js' }, region: { startLine: at + 1 } } },
    ],
    partialFingerprints: { 'scangateFingerprint/v1': fingerprintOf(level, at) },
    suppressions: [],
  });
  const results = levels.flatMap((level) => Array.from({ length: findings }, result(level)));
  return { version: '2.1.0', runs: [{ tool: { driver: { name: 'Scangate', rules: [] } }, results }] };
};

const verdictOf = (world: World, body: Record<string, unknown>): object => {
  const counts = { vulnerabilities: { total: 1, critical: 1, dependencies: 1, code: 0 } };
  const { verdict, pullRequestVerdict, checksBy, errorCode } = world;
  return {
    scanId,
    status: 'completed',
    verdict,
    reason: verdict === 'PASS' ? 'no_issues_found' : 'critical_vulnerabilities_found',
    reasons: verdict === 'PASS' ? ['no_issues_found'] : ['critical_vulnerabilities_found'],
    summary: { severityThreshold: 'critical', vulnerabilities: { critical: 1 } },
    projectUnits: [],
    coverage: [],
    ...(errorCode !== undefined && { errorCode }),
    checksBy,
    ...(body['baseCommitHash'] !== undefined && {
      pullRequestCheck: {
        verdict: pullRequestVerdict,
        reason: pullRequestVerdict === 'PASS' ? 'no_new_issues' : 'introduced_vulnerabilities',
        reasons: [pullRequestVerdict === 'PASS' ? 'no_new_issues' : 'introduced_vulnerabilities'],
        severityThreshold: 'critical',
        base: { commitHash: mergeBase, verified: true },
        introduced: counts,
        fixed: { secrets: { total: 2, high: 2 } },
        unchanged: {},
        introducedFingerprints: levels.map((level) => fingerprintOf(level, world.findings - 1)),
        coverageDropped: [],
        suppressionsProposed: [],
      },
    }),
  };
};

const serviceAnswer = (world: World, { method, url, body, headers }: SentRequest) => {
  const accept = headers['accept'] ?? '';
  const request = (body ?? {}) as Record<string, unknown>;
  const created = world.created.at(-1) ?? {};
  const { pathname } = new URL(url);
  if (pathname === '/v1/repositories/resolve') return { json: resolvedRepository(repositoryId, []) };
  if (pathname === '/v1/scans' && method === 'POST') {
    world.created.push(request);
    return { status: 201, json: { scanId, commitHash: request['commitHash'], skippedScanTypes: [] } };
  }
  if (pathname.endsWith('/wait')) return { text: waitText(verdictOf(world, created), { accept }) };
  if (accept.includes('sarif')) return { json: sarifOf(world) };
  if (accept.includes('markdown')) return { text: `## Scangate: ${world.verdict}\n` };
  return { json: { items: [] } };
};

const graphqlAnswer = (world: World, body: unknown) => {
  const { query, variables } = body as { query: string; variables: Record<string, string> };
  const text = variables['body'] ?? '';
  if (query.includes('addComment'))
    world.comments.push({ id: `C${world.comments.length}`, body: text, own: true });
  const edited = world.comments.find(({ id }) => id === variables['id']);
  if (query.includes('updateIssueComment') && edited) edited.body = text;
  if (query.startsWith('mutation')) return { json: { data: {} } };
  const nodes = world.comments.map(({ id, own, body: shown }) => ({ id, viewerDidAuthor: own, body: shown }));
  const comments = { nodes, pageInfo: { hasNextPage: false, endCursor: null } };
  return { json: { data: { repository: { pullRequest: { id: 'PR', headRefOid: world.head, comments } } } } };
};

const githubAnswer = (world: World, { url, body }: SentRequest) => {
  const refused = Object.entries(world.refused).find(([part]) => url.includes(part));
  if (refused) return { status: refused[1], json: { message: 'Resource not accessible by integration' } };
  if (url.endsWith('/graphql')) return graphqlAnswer(world, body);
  if (url.includes('/compare/')) return { json: { merge_base_commit: { sha: mergeBase } } };
  if (url.includes('/statuses/')) {
    world.statuses.push(body as World['statuses'][number]);
    return { status: 201, json: {} };
  }
  if (url.endsWith('/sarifs')) {
    world.sarifs.push(body as World['sarifs'][number]);
    return { status: 202, json: {} };
  }
  if (url.includes('/pulls'))
    return {
      json: world.targets.map((ref, at) => ({
        number: 7 + at,
        state: 'open',
        head: { sha: head },
        base: { ref },
      })),
    };
  return { status: 404, json: { message: 'Not Found' } };
};

/** Answers as the service below `/v1/`, and as GitHub elsewhere. */
const answerOf =
  (world: World): ScriptedAnswer =>
  (request) =>
    new URL(request.url).pathname.startsWith('/v1/')
      ? serviceAnswer(world, request)
      : githubAnswer(world, request);

export const serve = (world: World) => scriptedFetch(answerOf(world));

/** Serves both at an address of this machine, for the built Action. */
export const serveHere = (world: World): Promise<string> => served(serve(world));
