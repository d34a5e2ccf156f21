import { defineMessages } from '../define-messages.ts';
import { plural } from '../format.ts';

export const trustMessages = defineMessages({
  title: 'Trust rules',
  lead: 'A pipeline trades the token that its CI signs for one of ours, valid for 15 minutes. Nothing is stored in the CI.',
  add: 'New rule',
  name: 'Name',
  provider: 'Provider',
  claims: 'Claims',
  repositories: 'Repositories',
  lastUsed: 'Last used',
  never: 'Never',
  actions: 'Actions',
  remove: 'Remove',
  removeTitle: (name: string) => `Remove ${name}`,
  removeText: 'Pipelines that this rule let in are refused at their next request.',
  empty: 'No trust rules',
  emptyHelp: 'Add a rule for the repository whose pipeline scans.',
  addTitle: 'New trust rule',
  nameMissing: 'Enter a name.',
  claim: 'Claim',
  claimValue: 'Value',
  claimHelp:
    'The first is the exact id that cannot be reused. In others * stands for any text up to a slash, ** for any.',
  addClaim: 'Add a claim',
  removeClaim: 'Remove this claim',
  claimsMissing: 'Enter the value of each claim.',
  matching: 'The one that the token names',
  all: 'Every repository',
  listed: (repositories: number) => plural(repositories, 'repository', 'repositories'),
  scopes: 'Scopes',
  scopesMissing: 'Choose at least one scope.',
  issuer: 'Issuer',
  issuerHelp: 'Only for your own server, or where the provider has one for each organization.',
  fork: 'Builds of forks',
  forkOff: 'The provider builds no forks',
  forkAccepted: 'Forks are built, and may scan',
  create: 'Create rule',
  cancel: 'Cancel',
  audience: 'Audience',
  test: 'Test a token',
  testHelp:
    'Paste the token of a job, or its claims as JSON. It is checked against every rule and not used up.',
  testText: 'Token or claims',
  testInvalid: 'This is neither a token nor a JSON object.',
  run: 'Test',
  signature: 'Signature',
  matches: 'Matches',
  matchesNot: (claims: string) => `Differs in ${claims}`,
  trusted: 'A rule matches',
  refused: 'No rule matches',
  reason: 'Reason',
});

const providers: Record<string, string> = defineMessages({
  github: 'GitHub Actions',
  gitlab: 'GitLab CI/CD',
  bitbucket: 'Bitbucket Pipelines',
  circleci: 'CircleCI',
  buildkite: 'Buildkite',
  azure: 'Azure Pipelines',
});
export const providerName = (provider: string): string => providers[provider] ?? provider;

const signatures: Record<string, string> = defineMessages({
  valid: 'Valid',
  invalid: 'Invalid',
  unchecked: 'Not checked',
});
export const signatureText = (signature: string): string => signatures[signature] ?? signature;
