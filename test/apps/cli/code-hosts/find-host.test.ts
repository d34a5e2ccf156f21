import { describe, expect, test } from 'vitest';
import { openPullRequest, type PullRequestPlace } from '@scangate/cli/code-hosts/find-host';
import { commentMarker } from '@scangate/domain/integrations/checks/check-text';
import { scriptedFetch, type ScriptedAnswer } from '#test/support/cli/scripted-fetch.ts';

const place = (given: Partial<PullRequestPlace>): PullRequestPlace => ({
  environment: {},
  fetch: scriptedFetch(() => ({})).fetch,
  ci: undefined,
  repositoryUrl: 'https://github.com/acme/shop.git',
  number: 7,
  ...given,
});

const open = (given: Partial<PullRequestPlace>, answer: ScriptedAnswer) => {
  const { sent, fetch } = scriptedFetch(answer);
  return { sent, host: openPullRequest(place({ ...given, fetch })) };
};

const markers = { ordinary: commentMarker, ofBitbucket: `[//]: # (${commentMarker})` };
const own = `${markers.ordinary}\nPASS`;

describe('GitHub', () => {
  const answer: ScriptedAnswer = ({ body }) => ({
    json: String((body as { query: string }).query).startsWith('mutation')
      ? { data: { addComment: { clientMutationId: null } } }
      : {
          data: {
            repository: {
              pullRequest: {
                id: 'PR_1',
                headRefOid: 'a'.repeat(40),
                comments: {
                  nodes: [
                    { id: 'IC_1', viewerDidAuthor: false, body: own },
                    { id: 'IC_2', viewerDidAuthor: true, body: own },
                  ],
                  pageInfo: { hasNextPage: true, endCursor: 'Y3Vyc29y' },
                },
              },
            },
          },
        },
  });
  const given = { environment: { GITHUB_TOKEN: 'ghs_x' } };

  test('is read with one request per page, and comments are edited by id', async () => {
    const { sent, host } = open(given, answer);
    expect(await host.read()).toEqual({
      head: 'a'.repeat(40),
      comments: [
        { id: 'IC_1', isOwn: false, body: own },
        { id: 'IC_2', isOwn: true, body: own },
      ],
      next: 'Y3Vyc29y',
    });
    await host.create('text');
    await host.edit('IC_2', 'text');
    await host.remove('IC_2');
    expect(sent.map(({ url }) => url)).toEqual(Array(4).fill('https://api.github.com/graphql'));
    expect(sent.every(({ headers }) => headers['authorization'] === 'Bearer ghs_x')).toBe(true);
    expect(sent.map(({ body }) => (body as { variables: unknown }).variables)).toEqual([
      { owner: 'acme', name: 'shop', number: 7, after: null },
      { subjectId: 'PR_1', body: 'text' },
      { id: 'IC_2', body: 'text' },
      { id: 'IC_2' },
    ]);
  });

  test('in a job uses the repository and the API address of the runner, not those of the clone', async () => {
    const environment = {
      GITHUB_TOKEN: 'ghs_x',
      GITHUB_REPOSITORY: 'acme/other',
      GITHUB_GRAPHQL_URL: 'https://git.acme.example/api/graphql',
    };
    const { sent, host } = open({ environment, ci: 'github' }, answer);
    await host.read();
    expect(sent[0]).toMatchObject({
      url: 'https://git.acme.example/api/graphql',
      body: { variables: { owner: 'acme', name: 'other' } },
    });
  });

  test.each([
    ['NOT_FOUND', 404],
    ['FORBIDDEN', 403],
  ])('answers 200 to what it refuses: %s is %d', async (type, status) => {
    const { host } = open(given, () => ({
      json: { errors: [{ type, message: 'Resource not accessible' }] },
    }));
    await expect(host.edit('IC_2', 'text')).rejects.toMatchObject({
      status,
      message: 'GitHub refuses: Resource not accessible',
    });
  });

  test('reports a missing pull request', async () => {
    const { host } = open(given, () => ({ json: { data: { repository: { pullRequest: null } } } }));
    await expect(host.read()).rejects.toThrow('GitHub has no pull request 7.');
  });
});

describe('GitLab', () => {
  const environment = {
    SCANGATE_GITLAB_TOKEN: 'glpat-x',
    CI_SERVER_URL: 'https://gitlab.acme.example',
    CI_MERGE_REQUEST_PROJECT_PATH: 'acme/web/shop',
    CI_PROJECT_PATH: 'ada/shop',
  };

  test('is read with one request per page, and comments are edited by note id', async () => {
    const node = (id: string, username: string) => ({ id, body: own, author: { username } });
    const mergeRequest = {
      diffHeadSha: 'b'.repeat(40),
      notes: {
        nodes: [node('gid://gitlab/Note/1', 'mallory'), node('gid://gitlab/DiscussionNote/2', 'bot')],
        pageInfo: { hasNextPage: false, endCursor: null },
      },
    };
    const { sent, host } = open({ environment, ci: 'gitlab' }, ({ method }) =>
      method === 'DELETE'
        ? { status: 204 }
        : { json: { data: { currentUser: { username: 'bot' }, project: { mergeRequest } } } },
    );
    expect(await host.read()).toEqual({
      head: 'b'.repeat(40),
      comments: [
        { id: '1', isOwn: false, body: own },
        { id: '2', isOwn: true, body: own },
      ],
    });
    await host.create('text');
    await host.edit('2', 'text');
    await host.remove('2');
    const notes = 'https://gitlab.acme.example/api/v4/projects/acme%2Fweb%2Fshop/merge_requests/7/notes';
    expect(sent.map(({ method, url }) => `${method} ${url}`)).toEqual([
      'POST https://gitlab.acme.example/api/graphql',
      `POST ${notes}`,
      `PUT ${notes}/2`,
      `DELETE ${notes}/2`,
    ]);
    expect(sent.every(({ headers }) => headers['private-token'] === 'glpat-x')).toBe(true);
  });

  test('assumes no author when it does not report the owner of the token', async () => {
    const notes = { nodes: [{ id: 'gid://gitlab/Note/1', body: own, author: null }] };
    const { host } = open({ environment, ci: 'gitlab' }, () => ({
      json: { data: { currentUser: null, project: { mergeRequest: { diffHeadSha: 'b', notes } } } },
    }));
    expect((await host.read()).comments).toEqual([{ id: '1', isOwn: false, body: own }]);
  });
});

test('Bitbucket is read by pages, and its marker is not visible', async () => {
  const comment = (id: number, uuid: string, deleted = false) => ({
    id,
    deleted,
    content: { raw: own },
    user: { uuid },
  });
  const { sent, host } = open(
    {
      environment: { SCANGATE_BITBUCKET_TOKEN: 'x', BITBUCKET_REPO_FULL_NAME: 'acme/shop' },
      ci: 'bitbucket',
    },
    ({ url, method }) => {
      if (method === 'DELETE') return { status: 204 };
      if (url.endsWith('/user')) return { json: { uuid: '{me}' } };
      if (url.endsWith('/pullrequests/7')) return { json: { source: { commit: { hash: 'c'.repeat(12) } } } };
      const values = [comment(1, '{me}', true), comment(2, '{you}'), comment(3, '{me}')];
      return { json: { values, ...(url.includes('page=1') && { next: 'https://elsewhere.example/' }) } };
    },
  );
  const page = await host.read();
  expect(page).toMatchObject({ head: 'c'.repeat(12), next: '2' });
  expect(page.comments.map(({ id, isOwn }) => [id, isOwn])).toEqual([
    ['1', false],
    ['2', false],
    ['3', true],
  ]);
  expect((await host.read(page.next)).next).toBeUndefined();
  await host.edit('3', 'text');
  await host.remove('3');
  const api = 'https://api.bitbucket.org/2.0';
  expect(sent.map(({ method, url }) => `${method} ${url}`)).toEqual([
    `GET ${api}/user`,
    `GET ${api}/repositories/acme/shop/pullrequests/7`,
    `GET ${api}/repositories/acme/shop/pullrequests/7/comments?pagelen=100&sort=created_on&page=1`,
    `GET ${api}/repositories/acme/shop/pullrequests/7/comments?pagelen=100&sort=created_on&page=2`,
    `PUT ${api}/repositories/acme/shop/pullrequests/7/comments/3`,
    `DELETE ${api}/repositories/acme/shop/pullrequests/7/comments/3`,
  ]);
  expect([host.marker, host.showsHtml]).toEqual([markers.ofBitbucket, false]);
});

test('Azure Repos has a thread for each comment, and replies of people are not treated as ours', async () => {
  const thread = (id: number, authorId: string, isDeleted = false) => ({
    id,
    isDeleted,
    comments: [
      { id: 1, content: own, author: { id: authorId } },
      { id: 2, content: 'a reply' },
    ],
  });
  const environment = {
    SYSTEM_ACCESSTOKEN: 'x',
    SYSTEM_COLLECTIONURI: 'https://dev.azure.com/acme/',
    SYSTEM_TEAMPROJECT: 'Web shop',
    BUILD_REPOSITORY_ID: '3411ebc1-d5aa-464f-9615-0b527bc66719',
    BUILD_REPOSITORY_PROVIDER: 'TfsGit',
  };
  const { sent, host } = open({ environment, ci: 'azure' }, ({ url }) => {
    if (url.endsWith('connectionData')) return { json: { authenticatedUser: { id: 'me' } } };
    if (url.includes('/threads'))
      return { json: { value: [thread(1, 'you'), thread(2, 'me', true), thread(3, 'me')] } };
    return { json: { lastMergeSourceCommit: { commitId: 'd'.repeat(40) } } };
  });
  const page = await host.read();
  expect(page.head).toBe('d'.repeat(40));
  expect(page.comments.filter(({ isOwn }) => isOwn)).toEqual([{ id: '3', isOwn: true, body: own }]);
  await host.create('text');
  await host.edit('3', 'text');
  await host.remove('3');
  const git =
    'https://dev.azure.com/acme/Web%20shop/_apis/git/repositories/3411ebc1-d5aa-464f-9615-0b527bc66719/pullRequests/7';
  expect(sent.slice(3).map(({ method, url }) => `${method} ${url}`)).toEqual([
    `POST ${git}/threads?api-version=7.1`,
    `PATCH ${git}/threads/3/comments/1?api-version=7.1`,
    `DELETE ${git}/threads/3/comments/1?api-version=7.1`,
  ]);
});

describe('the host', () => {
  const tokens = {
    GITHUB_TOKEN: 'x',
    SCANGATE_GITLAB_TOKEN: 'x',
    SCANGATE_BITBUCKET_TOKEN: 'x',
    SYSTEM_ACCESSTOKEN: 'x',
  };
  const titleOf = (given: Partial<PullRequestPlace>): string =>
    openPullRequest(place({ ...given, environment: { ...tokens, ...given.environment } })).title;

  test('is that of the CI, or of the repository when the CI has none', () => {
    expect(titleOf({ ci: 'gitlab' })).toBe('GitLab');
    expect(titleOf({ ci: 'jenkins' })).toBe('GitHub');
    expect(titleOf({ repositoryUrl: 'https://gitlab.com/acme/shop' })).toBe('GitLab');
    expect(titleOf({ repositoryUrl: 'https://bitbucket.org/acme/shop' })).toBe('Bitbucket');
    expect(titleOf({ ci: 'azure', environment: { BUILD_REPOSITORY_PROVIDER: 'GitHub' } })).toBe('GitHub');
  });

  test('is never one whose name only resembles it', () => {
    for (const repositoryUrl of [
      'https://github.com.evil.example/a/b',
      'https://notgithub.com/a/b',
      'no address',
    ])
      expect(() => titleOf({ repositoryUrl })).toThrow('The host of the repository is not');
    expect(() => titleOf({ ci: 'azure', environment: { BUILD_REPOSITORY_PROVIDER: 'toString' } })).toThrow(
      'is not GitHub, GitLab',
    );
  });

  test('without its token is reported with the remedy', () => {
    expect(() => openPullRequest(place({}))).toThrow(/GITHUB_TOKEN is not set: give the step/);
  });

  test('gets no token over http, and redirects to another host are not followed', async () => {
    const environment = { GITHUB_GRAPHQL_URL: 'http://api.github.example/graphql' };
    expect(() => titleOf({ ci: 'github', environment })).toThrow('GITHUB_GRAPHQL_URL is not an https URL.');
    const inits: RequestInit[] = [];
    const fetch = ((_url: string, init: RequestInit) => {
      inits.push(init);
      return Promise.reject(new TypeError('redirect'));
    }) as typeof globalThis.fetch;
    const host = openPullRequest(place({ fetch, environment: tokens }));
    await expect(host.read()).rejects.toThrow('GitHub cannot be reached.');
    expect(inits[0]?.redirect).toBe('error');
  });
});

test.each([
  [401, { message: 'Bad credentials' }, 'GitHub answers 401: Bad credentials'],
  [422, { errors: [{ message: 'too long' }] }, 'GitHub answers 422: too long'],
  [500, undefined, 'GitHub answers 500'],
])('a refusal with %d is reported with the message of the host', async (status, json, message) => {
  const { host } = open({ environment: { GITHUB_TOKEN: 'ghs_secret' } }, () => ({
    status,
    ...(json ? { json } : { text: '<html>ghs_secret</html>' }),
  }));
  const error = await host.read().catch((thrown: Error) => thrown);
  expect(error).toMatchObject({ message, status });
});
