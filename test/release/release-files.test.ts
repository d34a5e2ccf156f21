import { generateKeyPairSync } from 'node:crypto';
import {
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { readKeySet, type TrustedKey } from '@scangate/domain/evidence/check-envelope';
import { publicKeySet } from '@scangate/domain/evidence/public-key-set';
import { checkRelease } from '#release/check-release.ts';
import { fileSigner } from '#release/file-signer.ts';
import { signRelease } from '#release/sign-release.ts';

const root = join(import.meta.dirname, '..', '..');
const commit = 'a'.repeat(40);
const source = {
  root,
  version: '1.2.3',
  commit,
  committedAt: new Date('2026-03-01T12:00:00Z'),
  builder: 'urn:test',
};

const keyPair = async (namedCurve = 'P-256') => {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve });
  const signer = await fileSigner(privateKey.export({ format: 'pem', type: 'pkcs8' }).toString());
  return { signer, keys: readKeySet(JSON.stringify(publicKeySet([signer.key]))) as TrustedKey[] };
};

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'release-'));
  mkdirSync(join(folder, 'cli'));
  writeFileSync(join(folder, 'cli', 'scangate.mjs'), 'console.log(1)');
  writeFileSync(join(folder, 'LICENSE'), 'words');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

test('a signed release is checked offline: its files, its version and its commit', async () => {
  const { signer, keys } = await keyPair();
  const files = await signRelease(folder, source, signer);
  expect(files.map(({ path }) => path)).toEqual(['LICENSE', 'cli/scangate.mjs', 'sbom.cdx.json']);
  expect(checkRelease(folder, keys)).toEqual({ version: '1.2.3', commit, files: 3 });
  const sums = readFileSync(join(folder, 'SHA256SUMS'), 'utf8');
  expect(
    sums
      .trim()
      .split('\n')
      .map((line) => line.slice(66)),
  ).toEqual(files.map(({ path }) => path));
});

test('an SBOM of the lockfile, made by the engines of the service, lists the dependencies of the release', async () => {
  const { signer } = await keyPair();
  await signRelease(folder, source, signer);
  const text = readFileSync(join(folder, 'sbom.cdx.json'), 'utf8');
  const sbom = JSON.parse(text) as { bomFormat: string; components: { purl?: string }[] };
  const locked = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, { version?: string; link?: boolean }>;
  };
  const { version } = locked.packages['node_modules/jose'] ?? {};
  expect(sbom.bomFormat).toBe('CycloneDX');
  expect(sbom.components.length).toBeGreaterThan(700);
  expect(sbom.components.map(({ purl }) => purl)).toContain(`pkg:npm/jose@${version}`);
  await signRelease(folder, source, signer);
  expect(readFileSync(join(folder, 'sbom.cdx.json'), 'utf8')).toBe(text);
});

describe('the verification of a release detects', () => {
  const statement = () => join(folder, 'release.intoto.json');
  test.each<[string, () => void, string]>([
    [
      'a file that was changed',
      () => writeFileSync(join(folder, 'LICENSE'), 'other'),
      'LICENSE is not what was signed',
    ],
    [
      'the SBOM that was changed',
      () => writeFileSync(join(folder, 'sbom.cdx.json'), '{}'),
      'sbom.cdx.json is not what was signed',
    ],
    [
      'a file that was added',
      () => writeFileSync(join(folder, 'cli', 'more.mjs'), ''),
      'cli/more.mjs was not signed',
    ],
    ['a file that is missing', () => rmSync(join(folder, 'LICENSE')), 'LICENSE was signed and is missing'],
    [
      'a file that was moved',
      () => renameSync(join(folder, 'LICENSE'), join(folder, 'COPYING')),
      'COPYING was not signed',
    ],
    ['no statement', () => rmSync(statement()), 'there is no signed statement in release.intoto.json'],
    [
      'a statement that was changed',
      () => {
        const envelope = JSON.parse(readFileSync(statement(), 'utf8')) as { payload: string };
        const text = Buffer.from(envelope.payload, 'base64').toString().replace('1.2.3', '1.2.4');
        writeFileSync(
          statement(),
          JSON.stringify({ ...envelope, payload: Buffer.from(text).toString('base64') }),
        );
      },
      'the signature does not fit the content',
    ],
  ])('%s', async (_case, damage, said) => {
    const { signer, keys } = await keyPair();
    await signRelease(folder, source, signer);
    damage();
    expect(checkRelease(folder, keys)).toEqual({ faults: expect.arrayContaining([said]) });
  });

  test('another key', async () => {
    await signRelease(folder, source, (await keyPair()).signer);
    const { faults } = checkRelease(folder, (await keyPair()).keys) as { faults: string[] };
    expect(faults).toEqual([expect.stringMatching(/^the key .+ is not in the key set$/)]);
  });
});

test('a release with a symbolic link is not signed, because it could lead elsewhere afterwards', async () => {
  symlinkSync('/etc/hostname', join(folder, 'cli', 'host'));
  const { signer } = await keyPair();
  await expect(signRelease(folder, source, signer)).rejects.toThrow('cli/host is no file');
});

test('a key on another curve is refused', async () => {
  await expect(keyPair('P-384')).rejects.toThrow('not on P-256');
});
