import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { runMain } from '#test/support/cli/run-main.ts';
import { readZip } from '#adapters/zip/read-zip.ts';
import type { EvidenceManifest } from '@scangate/domain/evidence/manifest';
import {
  packOf,
  proofFilesOf,
  withManifest,
  writeArchive,
  type Files,
} from '#test/support/evidence/evidence-archive.ts';
import {
  commitHash,
  keySetOf,
  organizationId,
  scanId,
  unitId,
} from '#test/support/evidence/signed-verdict.ts';
import { rawZip, type RawFile } from '#test/support/evidence/raw-zip.ts';
import { TestSigner } from '#test/support/evidence/test-signer.ts';
import { later } from '#test/support/world.ts';

const file = join(mkdtempSync(join(tmpdir(), 'archives-')), 'archive.zip');
const signer = new TestSigner();
const keys = await keySetOf(signer);
const proof = await proofFilesOf(signer);
const pack = { 'verdicts-000.jsonl': '{}', 'index.html': '<p>' };

const verify = async (args: string[] = [], given = keys) => {
  const all = [file, '--keys', 'k', '--organization', organizationId, ...args];
  const { exitCode, out, log } = await runMain(['verify', 'attestation', ...all], {
    now: () => later(3_600),
    files: {
      read: async (name, bytes) =>
        (name === 'k' ? Buffer.from(given) : readFileSync(name)).subarray(0, bytes),
      openZip: readZip,
    },
  });
  return { exitCode, out, notes: log.trimEnd() };
};
const verdictOf = async (files: Files, ...given: Parameters<typeof verify>): Promise<string> => {
  await writeArchive(file, files);
  const { exitCode, out, notes } = await verify(...given);
  return `${exitCode}: ${out.split('\n')[0]}${notes}`;
};
const without = (files: Files, path: string): Files =>
  Object.fromEntries(Object.entries(files).filter(([name]) => name !== path));
const fault = (text: string) => `1: Not valid: ${text}.`;

describe('a proof', () => {
  const whole = withManifest(proof);
  const findings = `evidence/${unitId}/findings.json`;

  test('0: it is valid for its commit, with the number of its files', async () => {
    expect(await verdictOf(whole, ['--commit', commitHash, '--threshold', 'high'])).toBe('0: Valid.');
    const { out } = await verify();
    expect(out).toContain(`${Object.keys(proof).length} files match the manifest`);
    expect(out).toContain('  signed: attestation.json, policy.json, coverage.json, evidence/ (3)\n');
    expect(out).toContain('  informational, not signed: readme.txt, findings.json\n');
  });

  test.each(Object.keys(proof))('1: %s was changed, or removed', async (path) => {
    expect(await verdictOf({ ...whole, [path]: `${whole[path]} ` })).toBe(fault(`${path} was changed`));
    expect(await verdictOf(without(whole, path))).toBe(fault(`${path} is missing`));
  });

  test('1: a file was added, beside the evidence or in it', async () => {
    expect(await verdictOf({ ...whole, 'more.txt': '' })).toBe(fault('more.txt was added'));
    expect(await verdictOf({ ...whole, 'evidence/x.json': '' })).toBe(fault('evidence/x.json was added'));
  });

  test('1: the manifest was adapted to a changed, added or removed file, but the signed statement was not', async () => {
    const isStated = (what: string) => fault(`${what}: the signed statement has another digest`);
    expect(await verdictOf(withManifest({ ...proof, [findings]: '[1]' }))).toBe(
      isStated(`${findings} was changed`),
    );
    expect(await verdictOf(withManifest({ ...proof, 'policy.json': '{}' }))).toBe(
      isStated('policy.json was changed'),
    );
    expect(await verdictOf(withManifest({ ...proof, 'coverage.json': '[]' }))).toBe(
      isStated('coverage.json was changed'),
    );
    expect(await verdictOf(withManifest(without(proof, findings)))).toBe(fault(`${findings} is missing`));
    expect(await verdictOf(withManifest({ ...proof, 'evidence/x.json': '1' }))).toBe(
      fault('evidence/x.json was added: the signed statement does not name it'),
    );
    expect(await verdictOf(withManifest(without(proof, 'attestation.json')))).toBe(
      fault('attestation.json is missing'),
    );
  });

  test('1: the manifest is missing, malformed, of another scan or organization, or of an unknown kind', async () => {
    expect(await verdictOf(proof)).toBe(fault('manifest.json is missing'));
    for (const text of ['', '{}', '[]', '{"kind":"proof","version":1,"files":[1]}'])
      expect(await verdictOf({ ...proof, 'manifest.json': text })).toBe(
        fault('manifest.json was changed: it is no manifest'),
      );
    const other = fault('manifest.json does not refer to attestation.json');
    expect(await verdictOf(withManifest(proof, { subject: unitId }))).toBe(other);
    expect(await verdictOf(withManifest(proof, { organizationId: unitId }))).toBe(other);
    const ofRelease = ['policy.json', 'coverage.json', 'findings.json'].reduce(without, proof);
    expect(await verdictOf(withManifest(ofRelease, { kind: 'release', subject: scanId }))).toBe(other);
    expect(await verdictOf(withManifest(proof, { kind: 'release', subject: scanId }))).toBe(
      fault('findings.json was added: a release has no such file'),
    );
    const unknown = withManifest(proof, { kind: 'toString' as never });
    expect(await verdictOf(unknown)).toBe(fault('manifest.json is of an unknown kind'));
  });

  test('1: the manifest lists a file that does not belong in a proof, or that overwrites another one when unpacked', async () => {
    const added = (path: string) => verdictOf(withManifest({ ...proof, [path]: '[]' }));
    const noSuch = (path: string) => fault(`${path} was added: a proof has no such file`);
    for (const path of ['Evidence/gate.json.json', 'report.pdf', 'signed/report.html', 'manifest.dsse.json'])
      expect(await added(path)).toBe(noSuch(path));
    for (const [path, other] of [
      ['ATTESTATION.json', 'attestation.json'],
      ['evidence/GATE.json', 'evidence/gate.json'],
      ['Evidence/gate.json', 'evidence/gate.json'],
    ])
      expect(await added(path ?? '')).toBe(fault(`${path} was added: ${other} differs from it only by case`));
    for (const path of ['./evidence/x', 'evidence/./x', 'evidence//x'])
      expect(await added(path)).toBe(fault(`${path} was added: it has an empty part or a dot as a part`));
  });

  test('1: a manifest signature, which only a pack has, was added', async () => {
    const { 'manifest.dsse.json': signature = '' } = await packOf(pack, signer);
    expect(await verdictOf({ ...whole, 'manifest.dsse.json': signature })).toBe(
      fault('manifest.dsse.json was added'),
    );
  });

  test('1: the manifest lists a file twice, or with another size', async () => {
    const { files } = JSON.parse(whole['manifest.json'] ?? '') as EvidenceManifest;
    const [first = { path: '', bytes: 0, sha256: '' }, ...rest] = files;
    expect(await verdictOf(withManifest(proof, { files: [first, ...files] }))).toBe(
      fault('manifest.json was changed: it lists readme.txt twice'),
    );
    const grown = { ...first, bytes: first.bytes + 1 };
    expect(await verdictOf(withManifest(proof, { files: [grown, ...rest] }))).toBe(
      fault('manifest.json was changed: it lists another size of readme.txt'),
    );
  });

  test('1: its attestation was signed by another key, or is about another commit', async () => {
    const foreign = await keySetOf(new TestSigner());
    expect(await verdictOf(whole, [], foreign)).toContain(': attestation.json: the key ');
    expect(await verdictOf(whole, ['--commit', '1'.repeat(40)])).toContain('it is about the commit c0ffee');
    const broken = withManifest({ ...proof, 'attestation.json': '{}' });
    expect(await verdictOf(broken)).toBe(fault('attestation.json was changed: it is no envelope'));
  });
});

describe('an auditor pack', () => {
  test('0: its signed manifest binds every file', async () => {
    expect(await verdictOf(await packOf(pack, signer))).toBe('0: Valid.');
    expect((await verify()).out).toContain('  2 files match the manifest\n  all of them are signed\n');
  });

  test('1: two of its files differ only by case', async () => {
    const whole = await packOf({ ...pack, 'INDEX.html': '' }, signer);
    expect(await verdictOf(whole)).toBe(
      fault('INDEX.html was added: index.html differs from it only by case'),
    );
  });

  test('1: a file, the manifest or its signature was changed or removed', async () => {
    const whole = await packOf(pack, signer);
    expect(await verdictOf({ ...whole, 'index.html': '' })).toBe(fault('index.html was changed'));
    expect(await verdictOf(without(whole, 'manifest.dsse.json'))).toBe(
      fault('manifest.dsse.json is missing'),
    );
    const other = { ...whole, ...withManifest({ ...pack, 'index.html': '' }, { kind: 'auditor_pack' }) };
    expect(await verdictOf({ ...other, 'index.html': '' })).toBe(
      fault('manifest.json was changed: manifest.dsse.json is about another one'),
    );
    expect(await verdictOf({ ...whole, 'manifest.dsse.json': proof['attestation.json'] ?? '' })).toContain(
      'manifest.dsse.json: the payload type is application/vnd.in-toto+json',
    );
    expect(await verdictOf(whole, [], await keySetOf(new TestSigner()))).toContain('is not in the key set');
  });

  test('2: it has no verdict that could be required', async () => {
    expect(await verdictOf(await packOf(pack, signer), ['--commit', commitHash])).toContain('2: ');
  });
});

describe('2: an archive that the service never writes', () => {
  /** Writes a zip with one entry of this name, whose content is deflated zeros. */
  const writeRaw = (path: string, { bytes = 4, flags = 0x800, twice = false } = {}): void => {
    const entry = { path, content: Buffer.alloc(bytes), flags };
    writeFileSync(file, rawZip(twice ? [entry, entry] : [entry]));
  };

  test('the archives that these tests write are otherwise readable', async () => {
    writeRaw('a.json');
    expect(await verify()).toMatchObject({
      exitCode: 1,
      out: 'Not valid: manifest.json is missing.\n',
    });
  });

  test.each([
    ['a path with ..', '../../etc/passwd', {}],
    ['an absolute path', '/etc/passwd', {}],
    ['a backslash', 'a\\b', {}],
    ['a drive', 'C:/a', {}],
    ['a folder', 'a/', {}],
    ['an extreme ratio', 'a.json', { bytes: 64 * 1024 * 1024 }],
    ['an encrypted file', 'a.json', { flags: 0x801 }],
    ['a file that occurs twice', 'a.json', { twice: true }],
  ])('%s', async (_what, name, options) => {
    writeRaw(name, options);
    const { exitCode, out, notes } = await verify();
    expect([exitCode, out]).toEqual([2, '']);
    expect(notes).not.toBe('');
  });

  test('an unlisted file, another local name or a wrong checksum, although every digest is right', async () => {
    const whole = Object.entries(withManifest(proof)).map(([path, text]): RawFile => ({ path, text }));
    const [first = { path: '' }, ...rest] = whole;
    const hidden: RawFile = { path: 'evidence/forged.json', text: '[]', isUnlisted: true };
    const answer = async (files: readonly RawFile[]): Promise<string> => {
      writeFileSync(file, rawZip(files));
      const { exitCode, out, notes } = await verify();
      return `${exitCode}: ${out.split('\n')[0]}${notes}`;
    };
    expect(await answer(whole)).toBe('0: Valid.');
    expect(await answer([hidden, ...whole])).toMatch(/^2: .*begins the archive/);
    expect(await answer([...whole, hidden])).toMatch(/^2: .*no directory lists follows manifest.json/);
    expect(await answer([{ ...first, localPath: 'README.txt' }, ...rest])).toMatch(/^2: .*another name/);
    expect(await answer([{ ...first, crc: 1 }, ...rest])).toMatch(
      /^2: readme.txt does not have the checksum/,
    );
  });

  test('a truncated zip', async () => {
    await writeArchive(file, withManifest(proof));
    writeFileSync(file, readFileSync(file).subarray(0, -30));
    expect((await verify()).exitCode).toBe(2);
  });
});
