import type { Demo } from './demo.ts';

/** The identifiers that the emulator of GitHub gives the sample repository. */
const claims = (demo: Demo) => ({
  repository: demo.fullName,
  repository_id: '424242',
  aud: `scangate:${demo.organizationId}`,
});

const json = '-H "Content-Type: application/json"';

/** Stores one member of a response in a variable. */
const keep = (variable: string, member: string, request: string[]): string[] => [
  `${variable}=$(${request.join(' \\\n  ')} \\`,
  `  | sed -E 's/.*"${member}":"([^"]+)".*/\\1/')`,
];

const post = (path: string, body: object, authorization = ''): string[] => [
  `curl -s ${authorization}${json} "$U${path}"`,
  `-d '${JSON.stringify(body)}'`,
];

/** Shell lines that let a pipeline scan without a stored secret, and revoke that again. They use `$U`. */
export const linesOfPipeline = (demo: Demo, ciIssuer: string): string[] => {
  const owner = '-H "$O" ';
  const pipeline = '-H "Authorization: Bearer $P" ';
  const { organizationId, repositoryId, sample } = demo;
  const rule = {
    name: 'CI of the sample',
    provider: 'github',
    issuer: ciIssuer,
    match: { repository_id: claims(demo).repository_id },
    repositories: 'matching',
  };
  const scan = { repositoryId, commitHash: sample.commits.fixed, branch: 'fixed', scanTypes: ['license'] };
  const exchange = [
    `curl -s ${json} "$U/v1/oidc/exchange"`,
    `-d '{"organizationId":"${organizationId}","token":"'$J'"}'`,
  ];
  return [
    '# A pipeline without a stored secret: trust the CI of the sample repository, by its id',
    `O="Authorization: Bearer ${demo.tokens.owner}"`,
    ...keep('T', 'trustId', post('/v1/oidc/trust', rule, owner)),
    '# The JWT of a job, in the shape of GitHub Actions, exchanged for a token of 15 minutes',
    ...keep('J', 'token', post('/_local/ci-token', { provider: 'github', claims: claims(demo) })),
    ...keep('P', 'token', exchange),
    ...keep('S', 'scanId', post('/v1/scans', scan, pipeline)),
    `curl -s ${pipeline}"$U/v1/scans/$S/wait?timeout=120&interval=2"; echo`,
    '# Another repository of the organization is not there for it: 404',
    ...keep(
      'R',
      'repositoryId',
      post('/v1/repositories', { url: sample.path, fullName: 'sample/other' }, owner),
    ),
    `curl -s ${pipeline}"$U/v1/repositories/$R"; echo`,
    '# The same JWT again: 409',
    `${exchange.join(' \\\n  ')}; echo`,
    '# Without the rule its token is dead: 401',
    `curl -s -X DELETE ${owner}"$U/v1/oidc/trust/$T"; curl -s -X DELETE ${owner}"$U/v1/repositories/$R"`,
    `curl -s ${pipeline}"$U/v1/scans/$S"; echo`,
  ];
};
