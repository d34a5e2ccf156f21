import { crc32, deflateRawSync, gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { crc32Base62 } from '@scangate/engines/model/base62-checksum';
import { secretsEngine } from '@scangate/engines/secrets/secrets-engine';
import { readIgnoreFile } from '@scangate/engines/suppression/ignore-file';
import { base32, base62, base64, fake, hex } from '@scangate/engines/secrets/rule-example';
import { scanSecrets, secretsIn, unitOf } from './scan-secrets.ts';
import { processorMs } from '#test/support/processor-time.ts';

const stripeKey = (seed = 1): string => `sk_live_${fake(base62, 24, seed)}`;
const githubToken = (seed = 1): string =>
  `ghp_${fake(base62, 30, seed)}${crc32Base62(fake(base62, 30, seed))}`;
const pem = ['-----BEGIN RSA PRIVATE', ` KEY-----\n${fake(base64, 64)}\n${fake(base64, 64, 2)}\n`].join('');

describe('findings', () => {
  test('a finding says where the secret begins, in lines and characters, whatever precedes it', () => {
    const [found] = secretsIn({ 'a.ts': `// ключ 🔑\r\nconst ключ = '${stripeKey()}';` });
    expect(found).toMatchObject({
      rule: 'stripe-key',
      file: 'a.ts',
      line: 2,
      column: 15,
      severity: 'critical',
    });
  });

  test('an access key and the secret beside it are two findings', () => {
    const text = `AKIA${fake(base32, 16)},${fake(base64, 40)}\n`;
    expect(secretsIn({ 'keys.csv': text }).map(({ rule }) => rule)).toEqual([
      'aws-access-key-id',
      'aws-secret-access-key',
    ]);
  });

  test('a token that several rules match is one finding of the most specific rule', () => {
    const text = `api_token: "${githubToken()}"\nurl: https://x:${githubToken(2)}@github.com/a/b\n`;
    expect(secretsIn({ 'app.yml': text }).map(({ rule }) => rule)).toEqual(['github-token', 'github-token']);
  });

  test('a token with a wrong checksum is not reported, not even as a generic secret', () => {
    expect(secretsIn({ 'app.yml': `api_token: "ghp_${fake(base62, 36)}"` })).toEqual([]);
  });

  test('a token behind an escape in a string is found, a token inside a longer word is not', () => {
    expect(secretsIn({ 'a.js': `x = "A=1\\n${stripeKey()}"` })).toHaveLength(1);
    expect(secretsIn({ 'a.txt': `curl https://a1.dev/?key%3D${stripeKey()}` })).toHaveLength(1);
    expect(secretsIn({ 'a.js': `x = "abc${stripeKey()}"` })).toEqual([]);
  });

  test('a name and the value on the next line are matched in a manifest', () => {
    const text = `env:\n  - name: DD_API_KEY\n    value: "${fake(hex, 32)}"\n`;
    expect(secretsIn({ 'deploy.yaml': text })).toMatchObject([{ rule: 'datadog-key', line: 3 }]);
  });

  test('findings come in order of file, line and column', () => {
    const found = secretsIn({ 'b.env': `A=${stripeKey()}\nB=${stripeKey(2)}`, 'a.env': `A=${stripeKey(3)}` });
    expect(found.map(({ file, line }) => [file, line])).toEqual([
      ['a.env', 1],
      ['b.env', 1],
      ['b.env', 2],
    ]);
  });

  test('at most four characters are shown, two of a chosen password', () => {
    const password = fake(base62, 12);
    const found = secretsIn({ 'a.env': `A=${stripeKey()}\nDB_PASSWORD=${password}\n` });
    expect(found.map(({ redacted }) => redacted)).toEqual(['sk_l…', `${password.slice(0, 2)}…`]);
  });
});

describe('fingerprints', () => {
  const fingerprints = (text: string, path = 'a.env'): string[] =>
    secretsIn({ [path]: text }).map(({ fingerprint }) => fingerprint);

  test('survive changes elsewhere in the file', () => {
    const line = `KEY=${stripeKey()}`;
    expect(fingerprints(`# a comment\n\n${line}`)).toEqual(fingerprints(line));
    expect(fingerprints(line)[0]).toMatch(/^[0-9a-f]{32}$/);
  });

  test('of another secret in the same place differ', () => {
    expect(fingerprints(`KEY=${stripeKey(1)}`)).not.toEqual(fingerprints(`KEY=${stripeKey(2)}`));
  });

  test('depend on the key of the organization, so that they cannot confirm a guess', () => {
    const files = unitOf({ 'a.env': `KEY=${stripeKey()}` });
    const under = (lineKey: string) =>
      secretsEngine
        .run({ files, ignoreFile: readIgnoreFile(files), lineKey })
        .findings.map(({ fingerprint, contextHash }) => [fingerprint, contextHash]);
    const [[first = '', hash = ''] = []] = under('one');
    expect(under('one')).toEqual([[first, hash]]);
    expect(under('two').flat()).not.toContain(first);
    expect(under('two').flat()).not.toContain(hash);
  });

  test('differ between files, rules and occurrences', () => {
    const line = `KEY=${stripeKey()}`;
    const all = [
      ...fingerprints(`${line}\n${line}\nOTHER=${stripeKey()}`),
      ...fingerprints(line, 'b.env'),
      ...fingerprints(`KEY=${githubToken()}`),
    ];
    expect(new Set(all).size).toBe(5);
  });
});

describe('the place of a secret', () => {
  const generic = `const apiSecret = '${fake(base62, 40)}';\n`;
  const provider = `const key = '${stripeKey()}';\n`;
  const found = (path: string, text = generic + provider): string[] =>
    secretsIn({ [path]: text }).map(({ rule, severity }) => `${rule} ${severity}`);
  const everywhere = found('src/a.js');

  test.each([
    'node_modules/a/index.js',
    'vendor/a.js',
    'package-lock.json',
    'dist/app.min.js',
    'go.sum',
    '.hg/config',
    '.svn/entries',
    'third_party/a.ts',
  ])('%s is searched with all rules', (path) => {
    expect(found(path)).toEqual(everywhere);
    expect(scanSecrets(unitOf({ [path]: provider })).coverage).toMatchObject({
      status: 'assessed',
      gaps: [],
    });
  });

  test('neither the first line nor a long line disables a rule', () => {
    expect(found('a.js', `// @generated DO NOT EDIT\n${generic}${provider}`)).toEqual(everywhere);
    expect(found('a.js', `${'var a=1;'.repeat(20_000)}${generic.trim()}${provider}`)).toEqual(everywhere);
  });

  test('a NUL byte does not make a text binary', () => {
    expect(found('a.js', `/*\0*/${generic}${provider}`)).toEqual(everywhere);
    expect(found('a.js', `${'\0'.repeat(9000)}${generic}${provider}`)).toEqual(everywhere);
  });

  test('a test, fixture, example or document lowers the severity and hides nothing', () => {
    expect(found('node_modules/a/test/key.pem', pem)).toEqual(['private-key low']);
    expect(found('test/key.pem', pem)).toEqual(['private-key low']);
    const chosen = `login({ password: '${['Winter!', '2031x'].join('')}' });`;
    expect(found('src/login.ts', chosen)).toEqual(['generic-password high']);
    expect(found('test/login.test.ts', chosen)).toEqual(['generic-password low']);
    expect(found('README.md', chosen)).toEqual(['generic-password low']);
  });
});

describe('bad input', () => {
  const secret = `KEY=${stripeKey()}\n`;

  test('a file that cannot be read is named in coverage, not thrown', () => {
    const { findings, coverage } = scanSecrets(unitOf({ 'a.env': undefined, 'b.env': secret }));
    expect(findings).toHaveLength(1);
    expect(coverage).toMatchObject({
      status: 'partial',
      gaps: [{ reason: 'could not be read', file: 'a.env' }],
    });
  });

  test('binary files are counted, UTF-16 with a byte order mark is read', () => {
    const le = Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(secret, 'utf16le')]);
    const be = Buffer.concat([Buffer.from([0xfe, 0xff]), Buffer.from(secret, 'utf16le').swap16()]);
    const noise = Buffer.alloc(256).map((_, at) => (at * 167 + 13) % 256);
    const binary = Buffer.concat([noise, Buffer.from(secret)]);
    const { findings, coverage } = scanSecrets(
      unitOf({ 'le.txt': le, 'be.txt': be, 'a.bin': binary, 'b.bin': binary }),
    );
    expect(findings).toMatchObject([
      { file: 'be.txt', line: 1, column: 5 },
      { file: 'le.txt', line: 1, column: 5 },
    ]);
    expect(coverage).toMatchObject({
      status: 'assessed',
      assessed: 2,
      gaps: [{ reason: 'binary: not scanned', count: 2 }],
    });
  });

  test('a mark of another encoding, or a NUL, hides no secret', () => {
    const [mark, wide] = [Buffer.from([0xff, 0xfe]), Buffer.from('# settings\n'.repeat(1_000), 'utf16le')];
    const files = {
      'a.env': Buffer.concat([mark, Buffer.from(secret)]),
      'b.env': Buffer.concat([mark, Buffer.from(`\0${secret}`)]),
      'c.env': Buffer.concat([mark, wide, Buffer.from(secret)]),
      'd.env': Buffer.from(`# \0${'设置文件'.repeat(3_000)}\n${secret}`),
    };
    expect(secretsIn(files).map(({ file }) => file)).toEqual(Object.keys(files));
  });

  test('a binary file is a loss unless its name says that it is one', () => {
    const noise = Buffer.alloc(256).map((_, at) => (at * 167 + 13) % 256);
    for (const name of ['a.env', '.npmrc', 'Dockerfile', 'a.c', 'run'])
      expect(scanSecrets(unitOf({ [name]: noise, 'b.txt': 'x' })).coverage.status).toBe('partial');
    expect(scanSecrets(unitOf({ 'a.png': noise, 'b.txt': 'x' })).coverage).toMatchObject({
      status: 'assessed',
    });
  });

  test('a binary key store is a finding, a store of certificates is not', () => {
    const pkcs12 = Buffer.from([0x30, 0x82, 0x0a, 0x10, 2, 1, 3, 0x30, 0x82, 0, 1, 0xff, 0]);
    const java = (kind: number): Buffer =>
      Buffer.from([0xfe, 0xed, 0xfe, 0xed, 0, 0, 0, 2, 0, 0, 0, 1, 0, 0, 0, kind, 0]);
    const found = secretsIn({
      'app/release.keystore': java(1),
      'app/trust.jks': java(2),
      'certs/signing.p12': pkcs12,
      'test/certs/signing.p12': pkcs12,
    });
    expect(found.map(({ severity, file, line }) => `${severity} ${file}:${line}`)).toEqual([
      'high app/release.keystore:1',
      'high certs/signing.p12:1',
      'low test/certs/signing.p12:1',
    ]);
  });

  test('a text with a program or an archive behind it is not wholly scanned', () => {
    const script = '# installs the program\n'.repeat(400);
    const noise = Buffer.alloc(20_000).map((_, at) => (at * 167 + (at >> 8) * 59 + 13) % 256);
    const withPayload = Buffer.concat([Buffer.from(`${script}${secret}`), noise]);
    const { findings, coverage } = scanSecrets(unitOf({ 'install.run': withPayload }));
    expect(findings).toHaveLength(1);
    expect(coverage).toMatchObject({
      status: 'partial',
      gaps: [{ reason: 'binary part: not scanned', file: 'install.run' }],
    });
    const text = Buffer.from(`${script}\0${'设置文件'.repeat(3_000)}${'\0'.repeat(9_000)}${script}`);
    expect(scanSecrets(unitOf({ 'a.txt': text })).coverage).toMatchObject({ status: 'assessed', gaps: [] });
  });

  test('a compressed file that begins with 9 KB of text is not taken for a text', () => {
    const head = `${'word '.repeat(1_800)}\n`;
    // Neither the header nor the block that is stored as it is has a NUL.
    const block = Buffer.from([0xf8, 0x29, 0x23, 0xd6, 0xdc]);
    const trailer = Buffer.alloc(8);
    trailer.writeUInt32LE(crc32(`${head}${secret}`), 0);
    trailer.writeUInt32LE(head.length + secret.length, 4);
    const header = Buffer.from([0x1f, 0x8b, 8, 1, 1, 1, 1, 1, 2, 3]);
    const parts = [header, block, Buffer.from(head), deflateRawSync(secret), trailer];
    expect(secretsIn({ 'dump.gz': Buffer.concat(parts) })).toMatchObject([
      { file: 'dump.gz!/dump', line: 2 },
    ]);
  });

  test('a key store in an archive is a finding', () => {
    const store = Buffer.from([0xfe, 0xed, 0xfe, 0xed, 0, 0, 0, 2, 0, 0, 0, 1, 0, 0, 0, 1, 0]);
    expect(secretsIn({ 'app.jks.gz': gzipSync(store) })).toMatchObject([
      { rule: 'key-store-file', file: 'app.jks.gz!/app.jks' },
    ]);
  });

  test('a binary file in an archive is told', () => {
    const noise = Buffer.alloc(256).map((_, at) => (at * 167 + 13) % 256);
    expect(scanSecrets(unitOf({ 'tool.gz': gzipSync(noise), 'b.txt': 'x' })).coverage).toMatchObject({
      status: 'assessed',
      gaps: [{ reason: 'binary in an archive: not scanned', file: 'tool.gz' }],
    });
  });

  test('UTF-16 without a byte order mark is read, in either order', () => {
    const text = Buffer.from(`# settings\r\n${secret}`, 'utf16le');
    expect(secretsIn({ 'be.txt': Buffer.from(text).swap16(), 'le.txt': text })).toMatchObject([
      { file: 'be.txt', line: 2, column: 5 },
      { file: 'le.txt', line: 2, column: 5 },
    ]);
  });

  test('a manifest of nothing but Secrets is read in bounded time', () => {
    const started = processorMs();
    scanSecrets(unitOf({ 'a.yaml': 'kind: Secret\n'.repeat(150_000) }));
    expect(processorMs() - started).toBeLessThan(10_000);
  });

  test('invalid UTF-8 and an odd UTF-16 tail are read as far as they go', () => {
    const invalid = Buffer.concat([Buffer.from([0xc3, 0x28, 0xff]), Buffer.from(`\n${secret}`)]);
    const odd = Buffer.concat([
      Buffer.from([0xfe, 0xff]),
      Buffer.from(secret, 'utf16le').swap16(),
      Buffer.from('x'),
    ]);
    expect(secretsIn({ 'a.env': invalid, 'b.env': odd })).toHaveLength(2);
  });

  test('a unit without files is unassessed, an empty file is assessed', () => {
    expect(scanSecrets(unitOf({})).coverage).toMatchObject({ status: 'unassessed', assessed: 0 });
    expect(scanSecrets(unitOf({})).coverage.gaps).toHaveLength(1);
    expect(scanSecrets(unitOf({ 'a.txt': '' })).coverage).toMatchObject({ status: 'assessed', gaps: [] });
  });
});
