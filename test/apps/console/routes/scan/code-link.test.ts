import { describe, expect, test } from 'vitest';
import { codeLink, commitLink } from '@scangate/console/routes/scan/code-link.ts';

const commitHash = '07f983dc5443e30e4745f718715c62279ebb491d';
const github = { provider: 'github', url: 'https://github.com/owner/repo' };

describe('a link to the code host', () => {
  test.each([
    ['github', 'https://github.com/o/r.git', `https://github.com/o/r/blob/${commitHash}/src/a.js#L3`],
    ['gitlab', 'https://gitlab.com/g/s/r/', `https://gitlab.com/g/s/r/-/blob/${commitHash}/src/a.js#L3`],
    ['gitea', 'https://codeberg.org/o/r', `https://codeberg.org/o/r/src/commit/${commitHash}/src/a.js#L3`],
    [
      'bitbucket',
      'https://bitbucket.org/o/r',
      `https://bitbucket.org/o/r/src/${commitHash}/src/a.js#lines-3`,
    ],
  ])('names file, line and commit at %s', (provider, url, expected) => {
    expect(codeLink({ provider, url }, { commitHash, file: 'src/a.js', line: 3 })).toBe(expected);
  });

  test('encodes special characters of a file name', () => {
    expect(codeLink(github, { commitHash, file: 'a b/<img src=x>#?%.js' })).toBe(
      `https://github.com/owner/repo/blob/${commitHash}/a%20b/%3Cimg%20src%3Dx%3E%23%3F%25.js`,
    );
  });

  test.each([
    [{ provider: 'git', url: 'https://example.com/r' }, 'a.js'],
    [{ provider: 'github', url: 'javascript:alert(1)' }, 'a.js'],
    [{ provider: 'github', url: 'http://github.com/o/r' }, 'a.js'],
    [{ provider: 'github', url: 'https://user:secret@github.com/o/r' }, 'a.js'],
    [{ provider: 'file', url: '/srv/repositories/r' }, 'a.js'],
    [github, '../../other/repo'],
    [github, 'a//b'],
    [github, '\uD800.js'],
    [github, ''],
  ])('is undefined for %j and %j', (host, file) => {
    expect(codeLink(host, { commitHash, file })).toBeUndefined();
  });

  test('is undefined for a text that is not a commit', () => {
    expect(codeLink(github, { commitHash: 'main', file: 'a.js' })).toBeUndefined();
    expect(commitLink(github, 'x')).toBeUndefined();
    expect(commitLink(github, commitHash)).toBe(`https://github.com/owner/repo/commit/${commitHash}`);
  });
});
