import { expect, test } from 'vitest';
import { claimedRepository, isClaimed } from '@scangate/domain/identity/ci-trust/claimed-repository';
import type { CiProvider } from '@scangate/domain/identity/identity-records';

const connected = (url: string) => ({
  organizationId: 'o',
  name: 'acme/shop',
  repositoryId: 'r',
  connectedAt: '2026-03-01T00:00:00.000Z',
  url,
});

const github = 'https://token.actions.githubusercontent.com';
const shop = { repository: 'Acme/Shop', project_path: 'group/Acme/Shop' };

test.each<[CiProvider, string, Record<string, unknown>, string]>([
  ['github', github, shop, 'https://github.com/acme/shop'],
  ['github', github, shop, 'https://github.com/acme/shop.git'],
  ['github', `${github}/my-enterprise`, shop, 'https://github.com/acme/shop'],
  ['github', 'https://git.example.com:8443/_services/token', shop, 'https://git.example.com:8443/acme/shop'],
  ['github', 'https://token.actions.acme.ghe.com', shop, 'https://acme.ghe.com/acme/shop'],
  ['gitlab', 'https://gitlab.com', shop, 'https://gitlab.com/group/acme/shop.git'],
  ['gitlab', 'https://example.com/gitlab', shop, 'https://example.com/gitlab/group/acme/shop'],
  [
    'circleci',
    'https://oidc.circleci.com/org/x',
    { 'oidc.circleci.com/vcs-origin': 'gitlab.com/acme/shop' },
    'https://gitlab.com/acme/shop',
  ],
  [
    'azure',
    'https://vstoken.dev.azure.com/x',
    { rpo_uri: 'https://acme@dev.azure.com/acme/shop' },
    'https://dev.azure.com/acme/shop',
  ],
  ['github', 'http://localhost:9/ci/github', shop, 'file:///data/acme/shop'],
])('%s at %s: %j is %s', (provider, issuer, claims, url) => {
  const claimed = claimedRepository({ provider, issuer }, claims);
  expect(claimed && [claimed.name, isClaimed(connected(url), claimed)]).toEqual(['acme/shop', true]);
});

test.each([
  'https://gitlab.com/acme/shop',
  'https://github.com.evil.example/acme/shop',
  'https://github.com/other/acme/shop',
  'https://github.com:8443/acme/shop',
  'http://github.com/acme/shop',
  'file:///acme/shop',
])('a repository of the same name at %s is a different one', (url) => {
  const claimed = claimedRepository({ provider: 'github', issuer: github }, shop);
  expect(claimed && isClaimed(connected(url), claimed)).toBe(false);
});

test.each<[string, unknown]>([
  ['none', undefined],
  ['a list', ['acme/shop']],
  ['one part', 'shop'],
  ['a query', 'acme/shop?x=/a/b'],
  ['dots', '../../x'],
  ['a space', 'acme/a b'],
  ['a text that is too long', `acme/${'x'.repeat(2_000)}`],
])('%s names no connected repository', (_title, repository) => {
  const claimed = claimedRepository({ provider: 'github', issuer: github }, { repository });
  expect(claimed !== undefined && isClaimed(connected('https://github.com/acme/shop'), claimed)).toBe(false);
});
