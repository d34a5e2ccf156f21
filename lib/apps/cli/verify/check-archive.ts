import { readEnvelope, verifyEnvelope, type TrustedKey } from '@scangate/domain/evidence/check-envelope';
import { faultOfStatement, type RequiredVerdict } from '@scangate/domain/evidence/check-statement';
import type { DsseEnvelope } from '@scangate/domain/evidence/dsse';
import {
  attestationPath,
  evidenceFolder,
  manifestPath,
  manifestPayloadType,
  manifestSignaturePath,
  type EvidenceManifest,
} from '@scangate/domain/evidence/manifest';
import { readStatement, type ReadStatement } from '@scangate/domain/evidence/read-statement';
import { faultOfFiles } from './check-files.ts';
import { readManifest, type Fault, type ReadArchive } from './read-archive.ts';

/** The keys and requirements for checking signatures and content. */
export interface CheckedBy {
  keys: readonly TrustedKey[];
  required: RequiredVerdict;
  now: Date;
}

/** A valid signed verdict, or a pack, which has no verdict of its own. */
export interface Held {
  keyId: string;
  statement?: ReadStatement;
  manifest?: EvidenceManifest;
  /** The files of an archive that a signature covers; all others are informative. */
  signed?: readonly string[];
}

/** Checks the signature of an envelope, and then its content. */
export const checkEnvelope = (
  envelope: DsseEnvelope,
  { keys, required, now }: CheckedBy,
): (Held & { statement: ReadStatement }) | Fault => {
  const key = verifyEnvelope(envelope, keys);
  if ('fault' in key) return key;
  const statement = readStatement(
    envelope.payloadType,
    Buffer.from(envelope.payload, 'base64').toString('utf8'),
  );
  if ('fault' in statement) return statement;
  const fault = faultOfStatement(statement, required, now);
  return fault === undefined ? { keyId: key.keyId, statement } : { fault };
};

type ArchiveCheck = (archive: ReadArchive, manifest: EvidenceManifest, by: CheckedBy) => Held | Fault;

/** The digests in a statement, by the file to which they apply. */
const namedDigests = ({ kind, evidence, policyDigest, scan }: ReadStatement): [string, string][] => {
  const bare = (digest: string): string => digest.replace(/^sha256:/, '');
  return [
    ...Object.entries(evidence).map(([name, digest]): [string, string] => [evidenceFolder + name, digest]),
    ...(kind === 'proof' ? ([['policy.json', bare(policyDigest)]] as [string, string][]) : []),
    ...(scan ? ([['coverage.json', bare(scan.coverageDigest)]] as [string, string][]) : []),
  ];
};

/** The statement is signed and the manifest is not, so the statement takes precedence for the files that it names. */
const faultOfEvidence = ({ digests }: ReadArchive, statement: ReadStatement): string | undefined => {
  const named = namedDigests(statement);
  for (const [path, digest] of named) {
    const found = digests.get(path);
    if (found === undefined) return `${path} is missing`;
    if (found !== digest) return `${path} was changed: the signed statement has another digest`;
  }
  const known = new Set(named.map(([path]) => path));
  const added = [...digests.keys()].find((path) => path.startsWith(evidenceFolder) && !known.has(path));
  return added === undefined ? undefined : `${added} was added: the signed statement does not name it`;
};

/** A proof of a scan, or of a release: its attestation covers the evidence. */
const checkAttested: ArchiveCheck = (archive, manifest, by) => {
  const text = archive.texts.get(attestationPath);
  if (text === undefined) return { fault: `${attestationPath} is missing` };
  const envelope = readEnvelope(text);
  if (!envelope) return { fault: `${attestationPath} was changed: it is no envelope` };
  const held = checkEnvelope(envelope, by);
  if ('fault' in held) return { fault: `${attestationPath}: ${held.fault}` };
  const { statement } = held;
  const isAboutIt =
    statement.kind === manifest.kind &&
    statement.organizationId === manifest.organizationId &&
    statement.about === manifest.subject;
  if (!isAboutIt) return { fault: `${manifestPath} does not refer to ${attestationPath}` };
  const fault = faultOfEvidence(archive, statement);
  if (fault !== undefined) return { fault };
  const signed = [attestationPath, ...namedDigests(statement).map(([path]) => path)];
  return { ...held, manifest, signed };
};

/** A pack has no verdict of its own: its signed manifest covers every file. */
const checkSignedManifest: ArchiveCheck = ({ texts }, manifest, { keys, required }) => {
  const text = texts.get(manifestSignaturePath);
  if (text === undefined) return { fault: `${manifestSignaturePath} is missing` };
  const envelope = readEnvelope(text);
  if (!envelope) return { fault: `${manifestSignaturePath} was changed: it is no envelope` };
  const key = verifyEnvelope(envelope, keys);
  if ('fault' in key) return { fault: `${manifestSignaturePath}: ${key.fault}` };
  if (envelope.payloadType !== manifestPayloadType)
    return { fault: `${manifestSignaturePath}: the payload type is ${envelope.payloadType}` };
  if (Buffer.from(envelope.payload, 'base64').toString('utf8') !== texts.get(manifestPath))
    return { fault: `${manifestPath} was changed: ${manifestSignaturePath} is about another one` };
  return manifest.organizationId.toLowerCase() === required.organizationId.toLowerCase()
    ? { keyId: key.keyId, manifest, signed: manifest.files.map(({ path }) => path) }
    : { fault: `it is of the organization ${manifest.organizationId}` };
};

/** The check of each kind of archive, beyond its files. */
const checks: Readonly<Record<EvidenceManifest['kind'], ArchiveCheck>> = {
  proof: checkAttested,
  release: checkAttested,
  auditor_pack: checkSignedManifest,
};

/**
 * Checks an archive: its files against the manifest, and what is signed. @returns the first error, or what was
 * verified.
 */
export const checkArchive = (archive: ReadArchive, by: CheckedBy): Held | Fault => {
  const manifest = readManifest(archive);
  if ('fault' in manifest) return manifest;
  if (!Object.hasOwn(checks, manifest.kind)) return { fault: `${manifestPath} is of an unknown kind` };
  const fault = faultOfFiles(archive, manifest);
  return fault === undefined ? checks[manifest.kind](archive, manifest, by) : { fault };
};
