/**
 * `npm run release:sign -- DIR (--kms KEY | --key FILE) [--public FILE]`: builds the release of the commit that is checked
 * out into DIR, and signs it with a key of KMS or one in PEM. `--public` writes the public key as a key set.
 */
import { KMSClient } from '@aws-sdk/client-kms';
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { kmsPublicKeys } from '#adapters/kms/public-keys.ts';
import { kmsSigner } from '#adapters/kms/signer.ts';
import { fileSigner } from '#release/file-signer.ts';
import { buildRelease } from '#release/release-files.ts';
import { signRelease } from '#release/sign-release.ts';
import { publicKeySet } from '@scangate/domain/evidence/public-key-set';

const text = { type: 'string' } as const;
const { values, positionals } = parseArgs({
  options: { kms: text, key: text, public: text },
  allowPositionals: true,
});
const [named] = positionals;
if (named === undefined || (values.kms === undefined) === (values.key === undefined)) {
  console.error('Usage: npm run release:sign -- DIR (--kms KEY | --key FILE) [--public FILE]');
  process.exit(6);
}
const root = join(import.meta.dirname, '..', '..');
const git = (...args: string[]): string =>
  execFileSync('git', ['-C', root, ...args], { encoding: 'utf8' }).trim();
if (git('status', '--porcelain') !== '') {
  console.error('The working tree has changes: a release is of a commit.');
  process.exit(6);
}
const client = new KMSClient();
const readKey = kmsPublicKeys(client);
const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string };
const ofFile = values.key === undefined ? undefined : await fileSigner(readFileSync(values.key, 'utf8'));
const signer = ofFile ?? kmsSigner(client, values.kms ?? '', readKey);
const folder = resolve(process.env['INIT_CWD'] ?? process.cwd(), named);
await buildRelease(root, folder);
const files = await signRelease(
  folder,
  {
    root,
    version,
    commit: git('rev-parse', 'HEAD'),
    committedAt: new Date(git('show', '-s', '--format=%cI', 'HEAD')),
    builder: process.env['SCANGATE_BUILDER'] ?? 'urn:scangate:builder:local',
  },
  signer,
);
if (values.public !== undefined) {
  const key = ofFile?.key ?? { ...(await readKey(values.kms ?? '')), state: 'signing' as const };
  writeFileSync(values.public, JSON.stringify(publicKeySet([key])));
}
console.log(`${folder} has the release ${version}: ${files.length} files, signed.`);
