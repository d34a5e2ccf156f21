import {
  evidenceFolder,
  manifestPath,
  manifestSignaturePath,
  proofPaths,
  releasePaths,
  type EvidenceManifest,
} from '@scangate/domain/evidence/manifest';
import type { ReadArchive } from './read-archive.ts';

type Kind = EvidenceManifest['kind'];

/** The files that an archive of each kind may contain; a pack lists its own in a signed manifest. */
const knownPaths: Readonly<Record<Kind, readonly string[] | undefined>> = {
  proof: proofPaths,
  release: releasePaths,
  auditor_pack: undefined,
};

/** The files of an archive that its manifest does not list. */
const unlistedPaths: Readonly<Record<Kind, readonly string[]>> = {
  proof: [manifestPath],
  release: [manifestPath],
  auditor_pack: [manifestPath, manifestSignaturePath],
};

type FilesCheck = (archive: ReadArchive, manifest: EvidenceManifest) => string | undefined;

/** A path that a file system treats as equal to another one would replace that file. */
const plainPaths: FilesCheck = ({ digests }) => {
  const folded = new Map<string, string>();
  for (const path of digests.keys()) {
    if (path.split('/').some((segment) => segment === '' || segment === '.'))
      return `${path} was added: it has an empty part or a dot as a part`;
    const other = folded.get(path.toLowerCase());
    if (other !== undefined) return `${path} was added: ${other} differs from it only by case`;
    folded.set(path.toLowerCase(), path);
  }
  return undefined;
};

const listedOnce: FilesCheck = (_archive, { files }) => {
  const seen = new Set<string>();
  for (const { path } of files) {
    if (seen.has(path)) return `${manifestPath} was changed: it lists ${path} twice`;
    seen.add(path);
  }
  return undefined;
};

const asListed: FilesCheck = ({ digests, bytes: sizes }, { files }) => {
  for (const { path, sha256, bytes } of files) {
    const found = digests.get(path);
    if (found === undefined) return `${path} is missing`;
    if (found !== sha256) return `${path} was changed`;
    if (sizes.get(path) !== bytes) return `${manifestPath} was changed: it lists another size of ${path}`;
  }
  return undefined;
};

const nothingAdded: FilesCheck = ({ digests }, { kind, files }) => {
  const listed = new Set([...files.map(({ path }) => path), ...unlistedPaths[kind]]);
  const added = [...digests.keys()].find((path) => !listed.has(path));
  return added === undefined ? undefined : `${added} was added`;
};

const nothingUnknown: FilesCheck = (_archive, { kind, files }) => {
  const known = knownPaths[kind];
  if (!known) return undefined;
  const unknown = files.find(({ path }) => !known.includes(path) && !path.startsWith(evidenceFolder));
  return unknown && `${unknown.path} was added: a ${kind} has no such file`;
};

const checks: readonly FilesCheck[] = [plainPaths, listedOnce, asListed, nothingAdded, nothingUnknown];

/** Compares the files with the manifest. @returns the first file that was changed, added or removed. */
export const faultOfFiles: FilesCheck = (archive, manifest) => {
  for (const check of checks) {
    const fault = check(archive, manifest);
    if (fault !== undefined) return fault;
  }
  return undefined;
};
