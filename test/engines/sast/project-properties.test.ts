import { expect, test } from 'vitest';
import { scanCode, unitOf, weaknessesIn } from './scan-code.ts';

const code = `class A {
  byte[] f(java.util.Properties p, byte[] text) throws Exception {
    return MessageDigest.getInstance(p.getProperty("hash", "SHA-256")).digest(text);
  }
}
`;

const found = (files: Record<string, string>): string[] =>
  weaknessesIn({ 'src/main/java/A.java': code, ...files }).map(({ rule }) => rule);

test('a setting has the value of the properties of the unit', () => {
  expect(found({ 'src/main/resources/app.properties': '# a\nhash = MD5\n' })).toEqual(['java-weak-hash']);
  expect(found({ 'src/main/resources/app.properties': 'hash=SHA-512\n' })).toEqual([]);
});

test('a setting is unknown without a file or with contradicting files', () => {
  expect(found({})).toEqual([]);
  expect(found({ 'conf/a.properties': 'hash=MD5\n', 'conf/b.properties': 'hash=SHA-256\n' })).toEqual([]);
});

test('settings of tests are ignored', () => {
  expect(found({ 'src/test/resources/app.properties': 'hash=MD5\n' })).toEqual([]);
});

test('an unreadable settings file is reported', () => {
  const { coverage } = scanCode(unitOf({ 'src/main/java/A.java': code, 'app.properties': undefined }));
  expect(coverage.gaps).toMatchObject([{ reason: 'could not be read', file: 'app.properties' }]);
});
