import { isLoginFile } from '../credential-files.ts';
import { patternRule } from '../rule.ts';
import { base62, fake, hex, leak } from '../rule-example.ts';

/** Finds lines of `.pgpass`, of password files with hashes, and a Rails master key, which is a whole file. */
export const loginFileEntry = patternRule({
  id: 'login-file-entry',
  title: 'Entry of a file of logins',
  keywords: [],
  anchor: 'keyword',
  files: isLoginFile,
  samplePath: 'home/.pgpass',
  pattern:
    /[^\s:#]{1,80}:(?:\d{1,5}|\*):[^\s:]{1,80}:[^\s:]{1,80}:(?<password>[^\s:]{3,200})(?=\s|$)|[^\s:#]{1,80}:(?<hash>(?:\$[\w-]{1,12}\$|\{SHA\})[^\s:]{8,200})|(?<key>[\da-f]{32})(?=\s|$)/,
  refine: ({ text }, start, end) => {
    const entry = text.slice(start, end);
    const at = entry.search(/:(?:\$|\{SHA\})/);
    const from = at === -1 ? entry.lastIndexOf(':') : at;
    return { start: start + from + 1, end };
  },
  positives: () => [
    leak`db.a1.dev:5432:app:deploy:${fake(base62, 12)}`,
    leak`deploy:${`$6$${fake(base62, 12)}$${fake(base62, 60)}`}`,
    leak`${fake(hex, 32)}\n`,
  ],
  negatives: () => [
    '# host:port:database:user:password',
    'root:x:0:0:root:/root:/bin/sh',
    'daemon:*:17431:0:99999:7:::',
  ],
});
