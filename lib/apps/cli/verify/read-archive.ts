import { createHash } from 'node:crypto';
import {
  attestationPath,
  manifestPath,
  manifestSignaturePath,
  type EvidenceManifest,
  type ManifestFile,
} from '@scangate/domain/evidence/manifest';

/** A file of an archive, whose content is read before the next one. */
export interface ArchivedFile {
  path: string;
  content: AsyncIterable<Uint8Array>;
  /** Whether the content matches the checksum in the archive. */
  isIntact: () => boolean;
}

/** All files of an archive, and the text of those that describe the others. */
export interface ReadArchive {
  digests: ReadonlyMap<string, string>;
  bytes: ReadonlyMap<string, number>;
  texts: ReadonlyMap<string, string>;
  /** The files with a wrong checksum: other programs would report them as damaged. */
  damaged: readonly string[];
}

/** The first error, as the report words it. */
export interface Fault {
  fault: string;
}

const readPaths: readonly string[] = [attestationPath, manifestPath, manifestSignaturePath];
const maxTextBytes = 256 * 1024 * 1024;

/** Hashes every file. @throws Error for an archive that cannot be read. */
export const readArchive = async (files: AsyncIterable<ArchivedFile>): Promise<ReadArchive> => {
  const digests = new Map<string, string>();
  const sizes = new Map<string, number>();
  const texts = new Map<string, string>();
  const damaged: string[] = [];
  for await (const { path, content, isIntact } of files) {
    const hash = createHash('sha256');
    const pieces: Uint8Array[] = [];
    let bytes = 0;
    for await (const piece of content) {
      hash.update(piece);
      bytes += piece.length;
      if (!readPaths.includes(path)) continue;
      if (bytes > maxTextBytes) throw new Error(`${path} is too large.`);
      pieces.push(piece);
    }
    digests.set(path, hash.digest('hex'));
    sizes.set(path, bytes);
    if (!isIntact()) damaged.push(path);
    if (readPaths.includes(path)) texts.set(path, Buffer.concat(pieces).toString('utf8'));
  }
  return { digests, bytes: sizes, texts, damaged };
};

const isManifestFile = (value: unknown): value is ManifestFile => {
  const { path, bytes, sha256 } = (value ?? {}) as Partial<ManifestFile>;
  return typeof path === 'string' && typeof bytes === 'number' && typeof sha256 === 'string';
};

/** Reads the manifest of an archive. */
export const readManifest = ({ texts }: ReadArchive): EvidenceManifest | Fault => {
  const text = texts.get(manifestPath);
  if (text === undefined) return { fault: `${manifestPath} is missing` };
  try {
    const value = JSON.parse(text) as EvidenceManifest;
    const { kind, version, organizationId, subject, files } = value;
    const isKnown = typeof kind === 'string' && version === 1 && Array.isArray(files);
    const isNamed = typeof organizationId === 'string' && typeof subject === 'string';
    if (isKnown && isNamed && files.every(isManifestFile)) return value;
  } catch {
    // The error is reported below, as for any other text that is not a manifest.
  }
  return { fault: `${manifestPath} was changed: it is no manifest` };
};
