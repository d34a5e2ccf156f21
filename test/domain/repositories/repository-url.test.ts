import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { Problem } from '@scangate/domain/problem';
import { parseRepositoryUrl, readAllowedSources } from '@scangate/domain/repositories/repository-url';
import { runs } from '#test/support/runs/samples.ts';

const strict = readAllowedSources();
const local = readAllowedSources('https, file, loopback, private');

test.each([
  ['https://github.com/owner/repo.git', 'https://github.com/owner/repo.git', 'github', 'owner/repo'],
  ['https://GitHub.com:443/owner/repo/', 'https://github.com/owner/repo', 'github', 'owner/repo'],
  ['https://gitlab.com/group/sub/repo', 'https://gitlab.com/group/sub/repo', 'gitlab', 'sub/repo'],
  ['https://bitbucket.org/team/repo', 'https://bitbucket.org/team/repo', 'bitbucket', 'team/repo'],
  ['https://codeberg.org/owner/repo', 'https://codeberg.org/owner/repo', 'gitea', 'owner/repo'],
  ['https://git.example.com:8443/a/b/c.git', 'https://git.example.com:8443/a/b/c.git', 'git', 'b/c'],
  ['https://git.example.com/repo.git', 'https://git.example.com/repo.git', 'git', 'git.example.com/repo'],
  ['https://git.example.com/a%20b/%C3%BC', 'https://git.example.com/a%20b/%C3%BC', 'git', 'a b/ü'],
  ['https://notgithub.com/owner/repo', 'https://notgithub.com/owner/repo', 'git', 'owner/repo'],
  ['https://constructor/owner/repo', 'https://constructor/owner/repo', 'git', 'owner/repo'],
])('%s is accepted', (text, url, provider, fullName) => {
  expect(parseRepositoryUrl(text, strict)).toEqual({ url, provider, fullName });
});

const refused = [
  '',
  'owner/repo',
  'github.com/owner/repo',
  'git@github.com:owner/repo.git',
  'ssh://git@github.com/owner/repo',
  'git://github.com/owner/repo',
  'http://github.com/owner/repo',
  'ftp://github.com/owner/repo',
  'javascript://github.com/owner/repo',
  'https://github.com',
  'https://github.com/',
  'https://github.com//repo',
  'https://github.com/owner/%2F',
  'https://github.com/owner/%00',
  'https://github.com/owner/%zz',
  'https://github.com/owner/repo?ref=main',
  'https://github.com/owner/repo?',
  'https://github.com/owner/repo#readme',
  'https://github.com/owner/repo#',
  ' https://github.com/owner/repo',
  'https://github.com/owner/repo\n',
  'https://github.com/ow\tner/repo',
  'https://github.com\\owner\\repo',
  'https://git hub.com/owner/repo',
  'https://[::1/owner/repo',
  'https://example.com:99999/owner/repo',
  `https://github.com/owner/${'r'.repeat(2048)}`,
  '/srv/git/repo',
  'file:///srv/git/repo',
  'C:\\git\\repo',
  'http://127.0.0.1/owner/repo',
];
test.each(refused)('%j is refused', (text) => {
  expect(() => parseRepositoryUrl(text, strict)).toThrow(
    expect.objectContaining({ code: 'repository_url_invalid' }),
  );
});

test.each([
  'https://user:word@github.com/owner/repo',
  'https://word@github.com/owner/repo',
  'https://:word@github.com/o/r',
])('a credential in the URL is refused with a hint, and not repeated: %s', (text) => {
  const refusal = expect.objectContaining({
    code: 'repository_url_invalid',
    members: expect.objectContaining({
      errors: [expect.objectContaining({ pointer: '/url', hint: expect.stringContaining('separately') })],
    }),
  });
  expect(() => parseRepositoryUrl(text, strict)).toThrow(refusal);
  try {
    parseRepositoryUrl(text, strict);
  } catch (error) {
    expect(JSON.stringify((error as Problem).members) + String(error)).not.toContain('word@');
  }
});

test.each([
  ['/srv/git/repo', 'file:///srv/git/repo', 'git/repo'],
  ['/srv/git/repo.git/', 'file:///srv/git/repo.git', 'git/repo'],
  ['file:///srv/git/repo', 'file:///srv/git/repo', 'git/repo'],
  ['/srv/a/../repo', 'file:///srv/repo', 'srv/repo'],
  ['/with space/50%?#', 'file:///with%20space/50%25%3F%23', 'with space/50%?#'],
  ['/repo', 'file:///repo', 'local/repo'],
  ['C:\\git\\repo', 'file:///C:/git/repo', 'git/repo'],
])('when files are allowed, %s is a repository on this disk', (text, url, fullName) => {
  expect(parseRepositoryUrl(text, local)).toEqual({ url, provider: 'file', fullName });
});

test.each(['/', '/a\nb', 'file://server/share/repo', 'relative/path', './repo', 'file:///', '/a//b'])(
  'when files are allowed, %j is still refused',
  (text) => {
    expect(() => parseRepositoryUrl(text, local)).toThrow(Problem);
  },
);

test('http is accepted for this machine only, and only when loopback is allowed', () => {
  for (const host of ['127.0.0.1:8080', 'localhost', '[::1]:3000', '127.1'])
    expect(parseRepositoryUrl(`http://${host}/owner/repo`, local).fullName).toBe('owner/repo');
  for (const host of [
    '10.0.0.1',
    '192.168.1.1',
    'example.com',
    'localhost.example.com',
    '127.0.0.1.example.com',
  ])
    expect(() => parseRepositoryUrl(`http://${host}/owner/repo`, local)).toThrow(Problem);
});

test('ALLOWED_SOURCES is https unless it names others, and an unknown word throws', () => {
  expect([...readAllowedSources('')]).toEqual(['https']);
  expect([...readAllowedSources('file , loopback,')]).toEqual(['file', 'loopback']);
  expect(() => readAllowedSources('https,files')).toThrow(/files/);
  expect(() => parseRepositoryUrl('https://github.com/owner/repo', readAllowedSources('file'))).toThrow(
    Problem,
  );
});

test('any text is refused as a problem or normalized to a stable form', () => {
  const texts = fc.oneof(
    fc.string(),
    fc.webUrl({ withQueryParameters: true, withFragments: true }),
    fc.webUrl({ validSchemes: ['https'] }),
    fc.string().map((tail) => `https://example.com/${tail}`),
    fc.string().map((tail) => `/${tail}`),
  );
  fc.assert(
    fc.property(texts, fc.constantFrom(strict, local), (text, allowed) => {
      try {
        const parsed = parseRepositoryUrl(text, allowed);
        expect(parseRepositoryUrl(parsed.url, allowed)).toEqual(parsed);
        expect(parsed.fullName).toMatch(/^[^/]+\/[^/]+$/);
      } catch (error) {
        expect(error).toBeInstanceOf(Problem);
      }
    }),
    { numRuns: runs(2000) },
  );
});
