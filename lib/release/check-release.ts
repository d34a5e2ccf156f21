import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readEnvelope, verifyEnvelope, type TrustedKey } from '@scangate/domain/evidence/check-envelope';
import { statementPayloadType } from '@scangate/domain/evidence/dsse';
import { isObject, parseJson } from '@scangate/domain/evidence/parse-untrusted-json';
import { releaseFilesOf, releaseNames } from './release-files.ts';
import { provenanceType } from './sign-release.ts';

interface ReadRelease {
  files: ReadonlyMap<string, string>;
  version: string;
  commit: string;
}

const field = (value: unknown, name: string): unknown => (isObject(value) ? value[name] : undefined);

/** Reads a statement about a release. @returns undefined for any other statement. */
const readRelease = (text: string): ReadRelease | undefined => {
  const statement = parseJson(text);
  if (field(statement, 'predicateType') !== provenanceType) return undefined;
  const subject = field(statement, 'subject');
  const parameters = field(field(field(statement, 'predicate'), 'buildDefinition'), 'externalParameters');
  const [version, commit] = [field(parameters, 'version'), field(parameters, 'commit')];
  if (!Array.isArray(subject) || typeof version !== 'string' || typeof commit !== 'string') return undefined;
  const files = subject.map((one: unknown) => [field(one, 'name'), field(field(one, 'digest'), 'sha256')]);
  if (!files.every((pair): pair is [string, string] => pair.every((part) => typeof part === 'string')))
    return undefined;
  return { files: new Map(files), version, commit };
};

/** Compares the files of a folder with the signed statement about them. @returns a sentence for each difference. */
const differences = (folder: string, signed: ReadonlyMap<string, string>): string[] => {
  const found = new Map(releaseFilesOf(folder).map(({ path, sha256 }) => [path, sha256]));
  const missing = [...signed.keys()].filter((path) => !found.has(path));
  const wrong = [...found].filter(([path, sha256]) => signed.get(path) !== sha256);
  return [
    ...missing.map((path) => `${path} was signed and is missing`),
    ...wrong.map(([path]) =>
      signed.has(path) ? `${path} is not what was signed` : `${path} was not signed`,
    ),
  ];
};

/** The checked release, or a sentence for each violation. */
export type CheckedRelease = { version: string; commit: string; files: number } | { faults: string[] };

/**
 * Checks a release offline: a trusted key must have signed the statement, and the folder must contain exactly what
 * it states.
 */
export const checkRelease = (folder: string, keys: readonly TrustedKey[]): CheckedRelease => {
  const file = join(folder, releaseNames.statement);
  const envelope = existsSync(file) ? readEnvelope(readFileSync(file, 'utf8')) : undefined;
  if (!envelope) return { faults: [`there is no signed statement in ${releaseNames.statement}`] };
  const verified = verifyEnvelope(envelope, keys);
  if ('fault' in verified) return { faults: [verified.fault] };
  const text = Buffer.from(envelope.payload, 'base64').toString('utf8');
  const release = envelope.payloadType === statementPayloadType ? readRelease(text) : undefined;
  if (!release) return { faults: ['what is signed is no statement about a release'] };
  const faults = differences(folder, release.files);
  const { version, commit, files } = release;
  return faults.length > 0 ? { faults } : { version, commit, files: files.size };
};
