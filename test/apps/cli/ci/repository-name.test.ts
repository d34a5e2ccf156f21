import { expect, test } from 'vitest';
import { isOtherRepository, repositoryName } from '@scangate/cli/ci/repository-name';

test.each([
  ['https://github.com/octo-org/octo-repo', 'octo-org/octo-repo'],
  ['https://github.com/octo-org/octo-repo.git', 'octo-org/octo-repo'],
  ['https://user:s3cret@gitlab.com/group/team/shop.git/', 'team/shop'],
  ['https://dev.azure.com/contoso/shop/_git/store%20front', undefined],
  ['https://contoso@dev.azure.com/contoso/shop/_git/storefront', '_git/storefront'],
  ['git@github.com:octo-org/octo-repo.git', 'octo-org/octo-repo'],
  ['github.com:octo-org/octo-repo', 'octo-org/octo-repo'],
  ['ssh://git@example.com:7999/team/shop.git', 'team/shop'],
  ['group/team/shop', 'team/shop'],
  ['octo-org/.git', 'octo-org/.git'],
  ['https://github.com/octo-repo', undefined],
  ['https://github.com', undefined],
  ['https://[', undefined],
  ['octo-repo', undefined],
  ['', undefined],
  [undefined, undefined],
])('%s is %s', (address, expected) => {
  expect(repositoryName(address)).toBe(expected);
});

test('repositories differ by their names alone, whatever form the URL has', () => {
  const [one, other] = ['git://github.com/octo-org/octo-repo.git', 'git@github.com:Octo-Org/octo-repo'];
  expect([
    isOtherRepository(one, other),
    isOtherRepository(one, 'https://github.com/someone/octo-repo'),
    isOtherRepository(one, undefined),
  ]).toEqual([false, true, false]);
});
