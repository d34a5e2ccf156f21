import type { CiHost } from '../ci/ci-context.ts';
import { azurePullRequest } from './azure-repos.ts';
import { bitbucketPullRequest } from './bitbucket.ts';
import { HostFailure, type PullRequestHost } from './code-host.ts';
import { githubPullRequest } from './github.ts';
import { gitlabMergeRequest } from './gitlab.ts';
import { encryptedAddress, hostCalls, type CallHost } from './host-request.ts';

type Environment = Readonly<Record<string, string | undefined>>;

export interface PullRequestPlace {
  environment: Environment;
  fetch: typeof globalThis.fetch;
  /** The CI that this runs in; undefined outside of one. */
  ci: CiHost | undefined;
  /** The address of the repository, as the service knows it. */
  repositoryUrl: string;
  number: number;
}

type HostName = 'github' | 'gitlab' | 'bitbucket' | 'azure';

interface HostEntry {
  title: string;
  /** The domains of a host's repository addresses. */
  domains: RegExp;
  tokenVariable: string;
  /** Says how the job gets the token. */
  cure: string;
  headers: (token: string) => Record<string, string>;
  open: (call: CallHost, place: PullRequestPlace) => PullRequestHost;
}

/** The value of a variable, otherwise the default address of the cloud service. @throws HostFailure */
const addressOf = ({ environment }: PullRequestPlace, variable: string, usual: string): string =>
  encryptedAddress(variable, environment[variable] || usual);

const required = ({ environment }: PullRequestPlace, variable: string): string => {
  const value = environment[variable];
  if (!value) throw new HostFailure(`${variable} is not set: run the command in Azure Pipelines.`);
  return value;
};

/** The path of the repository from its address; the CI's variables are preferred. */
const repositoryOf = ({ environment, repositoryUrl }: PullRequestPlace, ...variables: string[]): string => {
  const told = variables.map((name) => environment[name]).find((value) => value);
  const path = URL.parse(repositoryUrl)?.pathname.replaceAll(/^\/|\/$|\.git\/?$/g, '');
  return told ?? path ?? '';
};

const bearer = (token: string) => ({ Authorization: `Bearer ${token}` });

const hosts: Readonly<Record<HostName, HostEntry>> = {
  github: {
    title: 'GitHub',
    domains: /^github\.com$/,
    tokenVariable: 'GITHUB_TOKEN',
    cure: 'give the step `GITHUB_TOKEN: ${{ github.token }}`, and the job `permissions: pull-requests: write`',
    headers: bearer,
    open: (call, place) =>
      githubPullRequest(call, {
        graphqlUrl: addressOf(place, 'GITHUB_GRAPHQL_URL', 'https://api.github.com/graphql'),
        repository: repositoryOf(place, ...(place.ci === 'github' ? ['GITHUB_REPOSITORY'] : [])),
        number: place.number,
      }),
  },
  gitlab: {
    title: 'GitLab',
    domains: /^gitlab\.com$/,
    tokenVariable: 'SCANGATE_GITLAB_TOKEN',
    cure: 'store a project access token with the scope `api` as a masked variable',
    headers: (token) => ({ 'PRIVATE-TOKEN': token }),
    open: (call, place) =>
      gitlabMergeRequest(call, {
        serverUrl: addressOf(place, 'CI_SERVER_URL', 'https://gitlab.com'),
        repository: repositoryOf(place, 'CI_MERGE_REQUEST_PROJECT_PATH', 'CI_PROJECT_PATH'),
        number: place.number,
      }),
  },
  bitbucket: {
    title: 'Bitbucket',
    domains: /^bitbucket\.org$/,
    tokenVariable: 'SCANGATE_BITBUCKET_TOKEN',
    cure: 'store an access token that may write pull requests as a secured variable',
    headers: bearer,
    open: (call, place) =>
      bitbucketPullRequest(call, {
        apiUrl: 'https://api.bitbucket.org',
        repository: repositoryOf(place, 'BITBUCKET_REPO_FULL_NAME'),
        number: place.number,
      }),
  },
  azure: {
    title: 'Azure Repos',
    domains: /^dev\.azure\.com$|\.visualstudio\.com$/,
    tokenVariable: 'SYSTEM_ACCESSTOKEN',
    cure: 'give the step `SYSTEM_ACCESSTOKEN: $(System.AccessToken)`, and the build service the right to contribute to pull requests',
    headers: bearer,
    open: (call, place) =>
      azurePullRequest(call, {
        collectionUrl: `${encryptedAddress('SYSTEM_COLLECTIONURI', required(place, 'SYSTEM_COLLECTIONURI'))}/`,
        project: required(place, 'SYSTEM_TEAMPROJECT'),
        repositoryId: required(place, 'BUILD_REPOSITORY_ID'),
        number: place.number,
      }),
  },
};

/** The hosts of the repositories that Azure Pipelines builds, by BUILD_REPOSITORY_PROVIDER. */
const azureProviders: ReadonlyMap<string, HostName> = new Map([
  ['TfsGit', 'azure'],
  ['GitHub', 'github'],
  ['GitHubEnterprise', 'github'],
  ['Bitbucket', 'bitbucket'],
]);

const isHostName = (name: string | undefined): name is HostName =>
  name !== undefined && Object.hasOwn(hosts, name);

const nameOf = ({ ci, environment, repositoryUrl }: PullRequestPlace): HostName | undefined => {
  if (ci === 'azure') return azureProviders.get(environment['BUILD_REPOSITORY_PROVIDER'] ?? '');
  if (isHostName(ci)) return ci;
  const domain = URL.parse(repositoryUrl)?.hostname ?? '';
  return (Object.keys(hosts) as HostName[]).find((name) => hosts[name].domains.test(domain));
};

/**
 * Opens a pull request at the host of its repository. @throws HostFailure for an unknown host, or without a token
 * for it.
 */
export const openPullRequest = (place: PullRequestPlace): PullRequestHost => {
  const name = nameOf(place);
  if (!name)
    throw new HostFailure('The host of the repository is not GitHub, GitLab, Bitbucket or Azure Repos.');
  const { title, tokenVariable, cure, headers, open } = hosts[name];
  const token = place.environment[tokenVariable];
  if (!token) throw new HostFailure(`${tokenVariable} is not set: ${cure}.`);
  return open(hostCalls(title, { fetch: place.fetch, headers: headers(token) }), place);
};
