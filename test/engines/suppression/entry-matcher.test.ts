import { describe, expect, test } from 'vitest';
import type { Finding } from '@scangate/engines/model/finding';
import { appliesToUnit, entryMatches, type Suppressible } from '@scangate/engines/suppression/entry-matcher';
import { parseIgnoreFile } from '@scangate/engines/suppression/ignore-file';

const secret = { kind: 'secret', rule: 'stripe-key', file: 'src/a.env' } as Suppressible;
const code = { kind: 'code', rule: 'js-xss', file: 'src/a.js' } as Suppressible;
const source = { kind: 'source', rule: 'git-source', file: 'package-lock.json' } as Suppressible;
const vulnerability = {
  kind: 'vulnerability',
  advisoryId: 'GHSA-xvch-5gv4-984h',
  aliases: ['CVE-2021-44906'],
  purl: 'pkg:npm/minimist@1.2.5',
  file: 'package-lock.json',
} as Suppressible;
const licensed = (license: string) =>
  ({ kind: 'license', license, file: 'package-lock.json' }) as Suppressible;

const covers = (line: string, finding: Suppressible, file = '.scangateignore'): boolean => {
  const [entry] = parseIgnoreFile(Buffer.from(line), file).entries;
  return entry !== undefined && entryMatches(entry, finding, finding.file);
};

describe('an entry covers', () => {
  test.each([
    ['secrets:stripe-key', secret],
    ['secrets:* src/', secret],
    ['sast:js-xss src/*.js', code],
    ['src/', secret],
    ['**', code],
    ['**', source],
    ['sca:git-source', source],
    ['sca:GHSA-xvch-5gv4-984h', vulnerability],
    ['sca:ghsa-XVCH-5gv4-984h', vulnerability],
    ['sca:CVE-2021-44906 package-lock.json', vulnerability],
    ['sca:pkg:npm/minimist@1.2.5', vulnerability],
    ['sca:pkg:npm/minimist', vulnerability],
    ['license:GPL-3.0', licensed('GPL-3.0-only')],
    ['license:GPL-3.0', licensed('GPL-3.0-or-later')],
    ['license:gpl-3.0-only', licensed('GPL-3.0-only')],
    ['license:GPL-3.0', licensed('MIT AND GPL-3.0-only')],
    ['license:* package-lock.json', licensed('AGPL-3.0-only')],
  ])('%s', (line, finding) => expect(covers(line, finding)).toBe(true));
});

describe('an entry does not cover', () => {
  test.each([
    ['sast:js-xss', secret],
    ['secrets:js-xss', code],
    ['**', vulnerability],
    ['**', licensed('GPL-3.0-only')],
    ['sca:GHSA-aaaa-bbbb-cccc', vulnerability],
    ['sca:pkg:npm/minimist@1.2.6', vulnerability],
    ['sca:pkg:npm/*', vulnerability],
    ['sca:CVE-2021-44906 web/', vulnerability],
    ['license:GPL-3.0', licensed('AGPL-3.0-only')],
    ['license:GPL-3.0', licensed('GPL-3.0-only AND AGPL-3.0-only')],
    ['license:MIT', licensed('GPL-3.0-only')],
    ['secrets:stripe-key test/', secret],
  ])('%s', (line, finding) => expect(covers(line, finding)).toBe(false));
});

test('the file at the root applies to all units, with paths from the root; another one to its own unit', () => {
  const inWeb = { ...(code as Finding), file: 'web/src/a.js' } as Suppressible;
  expect(covers('sast:js-xss web/src/', inWeb)).toBe(true);
  expect(covers('sast:js-xss src/*.js', inWeb, 'web/.scangateignore')).toBe(true);
  expect(covers('sast:js-xss /src/', inWeb)).toBe(false);
  const at = (file: string) => parseIgnoreFile(Buffer.from('**'), file).entries[0]!;
  expect(appliesToUnit(at('.scangateignore'), 'web')).toBe(true);
  expect(appliesToUnit(at('.scangateignore'), '')).toBe(true);
  expect(appliesToUnit(at('web/.scangateignore'), 'web')).toBe(true);
  expect(appliesToUnit(at('web/.scangateignore'), '')).toBe(false);
  expect(appliesToUnit(at('web/.scangateignore'), 'web/app')).toBe(false);
});
