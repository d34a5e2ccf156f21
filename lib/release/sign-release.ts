import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { signPayload } from '#app/evidence/sign-statement.ts';
import { envelopeOf, statementPayloadType } from '@scangate/domain/evidence/dsse';
import { canonicalJson } from '@scangate/engines/model/digest';
import type { Signer } from '#ports/signer.ts';
import { releaseFilesOf, releaseNames, sbomName, sha256Of, type ReleaseFile } from './release-files.ts';
import { releaseSbom, type ReleaseSource } from './release-sbom.ts';

export const provenanceType = 'https://slsa.dev/provenance/v1';
const buildType = 'urn:scangate:release:v1';

interface Provenance extends ReleaseSource {
  files: readonly ReleaseFile[];
  /** The SHA-256 of the lockfile, which lists every dependency with its digest. */
  lockfile: string;
  /** An identifier of the builder, such as the URL of a CI run. */
  builder: string;
}

/** States what was built from what, in the format of in-toto and SLSA. */
const releaseStatement = ({ version, commit, files, lockfile, builder }: Provenance): object => ({
  _type: 'https://in-toto.io/Statement/v1',
  subject: files.map(({ path, sha256 }) => ({ name: path, digest: { sha256 } })),
  predicateType: provenanceType,
  predicate: {
    buildDefinition: {
      buildType,
      externalParameters: { version, commit },
      resolvedDependencies: [
        { uri: 'git:scangate', digest: { gitCommit: commit } },
        { uri: 'file:package-lock.json', digest: { sha256: lockfile } },
      ],
    },
    runDetails: { builder: { id: builder } },
  },
});

/**
 * Adds the SBOM to the files of a release, and signs one statement about all of them.
 * @returns the signed files.
 */
export const signRelease = async (
  folder: string,
  { root, builder, ...source }: ReleaseSource & { root: string; builder: string },
  signer: Signer,
): Promise<readonly ReleaseFile[]> => {
  writeFileSync(join(folder, sbomName), releaseSbom(root, source));
  const files = releaseFilesOf(folder);
  const lockfile = sha256Of(readFileSync(join(root, 'package-lock.json')));
  const payload = Buffer.from(canonicalJson(releaseStatement({ ...source, files, lockfile, builder })));
  const signed = await signPayload({ payloadType: statementPayloadType, payload }, signer);
  const sums = files.map(({ path, sha256 }) => `${sha256}  ${path}\n`).join('');
  writeFileSync(join(folder, releaseNames.sums), sums);
  writeFileSync(join(folder, releaseNames.statement), `${JSON.stringify(envelopeOf(signed))}\n`);
  return files;
};
