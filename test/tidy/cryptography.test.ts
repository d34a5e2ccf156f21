import { expect, test } from 'vitest';
import { packageJson, sources, textOf, workspaces } from './source-tree.ts';

/** The libraries that cryptography comes from, beside Node and the browser. */
const libraries = new Set([
  '@aws-sdk/client-kms',
  '@types/xml-crypto',
  'jose',
  'openid-client',
  'standardwebhooks',
  'xml-crypto',
]);

/** Names of packages that do cryptography. */
const cryptographic =
  /crypt|cipher|(?:^|[-/])(?:aes|argon2?|blake|chacha|ecdsa|ed25519|elliptic|forge|hkdf|hmac|jose|jws|jwt|kms|md5|nacl|noble|openid|pbkdf2|rsa|secp256k1|sha\d*|sodium|tweetnacl|webhooks|x509)(?:[-/.]|$)|jsonwebtoken|standardwebhooks|openid/i;

/** The first constants of MD5 and SHA-1, SHA-256, SHA-512, AES, DES, ChaCha20 and Blake2, as code of one's own has them. */
const constants =
  /\b(?:0xd76aa478|0x67452301|1732584193|0x5a827999|0x6a09e667|1779033703|0x428a2f98|1116352408|0x6a09e667f3bcc908n?|0xc66363a5|0x63\s*,\s*0x7c\s*,\s*0x77|0x61707865|1634760805|0x243f6a88)\b/i;

const dependencies = ['.', ...workspaces.values()].flatMap((folder) => {
  const { dependencies: own = {}, devDependencies = {} } = packageJson(folder);
  return Object.keys({ ...own, ...devDependencies });
});

test('cryptography comes from Node, the browser, KMS and libraries that are known for it', () => {
  const used = new Set(dependencies.filter((name) => cryptographic.test(name)));
  expect([...used].filter((name) => !libraries.has(name))).toEqual([]);
  expect(used).toContain('jose');
});

test('no hash or cipher is written here', () => {
  expect(constants.test('let a = 0x67452301;')).toBe(true);
  expect(sources.filter((path) => constants.test(textOf(path)))).toEqual([]);
});

test('what is hashed or signed is hashed by SHA-2, apart from what others define', () => {
  const hashes = /\bcreate(?:Hash|Hmac)\(\s*(?:'|")?([\w.]+)/g;
  const used = sources
    .filter((path) => !path.startsWith('lib/engines/sast/rules/') && !path.startsWith('lib/emulators/'))
    .flatMap((path) => [...textOf(path).matchAll(hashes)].map(([, name]) => [path, name]));
  const others = used.filter(([, name]) => name !== 'sha256' && name !== 'sha512');
  // Git names its objects by SHA-1 or SHA-256, as a repository says.
  expect(others).toEqual([['lib/git/object-format.ts', 'format.name']]);
  expect(used.length).toBeGreaterThan(20);
});
