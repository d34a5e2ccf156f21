import { createHash } from 'node:crypto';
import { ApiProblem, type ArgumentsOf, type BodyOfResponse, type Client } from '@scangate/client';
import { badFlag } from '../arguments/flags.ts';
import { suggestion } from '../arguments/suggest.ts';
import { CliFailure, exitCodes } from '../exit-codes.ts';
import { printable } from '../output/terminal.ts';
import type { Artifact } from './artifact.ts';
import { idempotencyKeyOf } from './idempotency-key.ts';
import { originOf } from './local-commit.ts';
import type { TargetFlagValues } from './scan-flags.ts';
import type { ScanTarget } from './scan-target.ts';

export type ResolvedRepository = BodyOfResponse<'resolve-repository', 200>;
type Body = ArgumentsOf<'create-scan'>[0]['body'];
/** A request before any upload. */
export type ScanRequest = Extract<Body, { repositoryId: string }>;
/** A request, possibly with a reference to an uploaded SBOM. */
export type SentRequest = ScanRequest | (Omit<ScanRequest, 'lockfile' | 'sbom'> & { uploadId: string });

/** A repository by its full name, and the clone from which the name was derived. */
type NamedRepository = Pick<ScanTarget, 'repository' | 'clone'>;

const quoted = (text: string): string => JSON.stringify(printable(text));

/** The command line that connects a repository, with the token in a variable. */
const connectLine = ({ repository, clone }: NamedRepository, address: string): string => {
  const origin = URL.parse(originOf(clone) ?? '');
  const isOpen = origin?.protocol === 'https:' && origin.username === '' && origin.password === '';
  const url = isOpen ? origin.href : `https://HOST/${repository}.git`;
  return [
    `  curl -X POST ${address}/v1/repositories -H "Authorization: Bearer $SCANGATE_TOKEN" \\`,
    `    -H "Content-Type: application/json" -d '{"url":${quoted(url).replaceAll("'", '')}}'`,
  ].join('\n');
};

/** Finds the repository at the service. @throws CliFailure that says how to connect it. */
export const resolveRepository = async (
  client: Client,
  target: NamedRepository,
  { address, signal }: { address: string; signal: AbortSignal },
): Promise<ResolvedRepository> => {
  const { repository } = target;
  try {
    const { body } = await client.call('resolve-repository', { query: { fullName: repository }, signal });
    return body;
  } catch (error) {
    if (!(error instanceof ApiProblem) || error.code !== 'repository_not_found') throw error;
    const message = `${repository} is not connected, or this credential has no access to it. An owner can connect it:`;
    throw new CliFailure(exitCodes.badInput, `${message}\n${connectLine(target, address)}`, error.code);
  }
};

const unitNamed = (path: string, { projectUnits }: ResolvedRepository): string => {
  const wanted = path === '.' ? '' : path.replace(/^\.\//, '').replace(/\/+$/, '');
  const found = projectUnits.find((unit) => unit.path === wanted);
  if (found) return found.projectUnitId;
  const paths = projectUnits.map((unit) => (unit.path === '' ? '.' : unit.path));
  const known = paths.length === 0 ? 'none yet: scan a commit first' : paths.slice(0, 20).join(', ');
  throw badFlag(`--unit ${path} is not a project unit. Project units: ${known}.${suggestion(wanted, paths)}`);
};

/** The unit to which an artifact belongs: that of its folder, or the only one. */
const unitOfArtifact = (artifact: Artifact, { projectUnits }: ResolvedRepository): string => {
  const [only, ...more] = projectUnits;
  if ('lockfile' in artifact) {
    const folder = artifact.lockfile.path.split('/').slice(0, -1).join('/');
    const found = projectUnits.find((unit) => unit.path === folder);
    if (found) return found.projectUnitId;
  }
  if (only && more.length === 0) return only.projectUnitId;
  throw badFlag('A lockfile or an SBOM belongs to a project unit: name it with --unit PATH.');
};

export interface RequestParts {
  flags: TargetFlagValues;
  target: ScanTarget;
  artifact: Artifact | undefined;
}

/** Creates the request of a scan; equal inputs create equal text. @throws CliFailure for an unknown unit. */
export const scanRequestOf = (
  { flags, target, artifact }: RequestParts,
  repository: ResolvedRepository,
): ScanRequest => {
  const { commit, branch, base, pullRequest } = target;
  const named = flags.unit === undefined ? undefined : unitNamed(flags.unit, repository);
  const unit = named ?? (artifact && unitOfArtifact(artifact, repository));
  return {
    repositoryId: repository.repositoryId,
    commitHash: commit,
    ...(branch !== undefined && { branch }),
    ...(unit !== undefined && { projectUnitId: unit }),
    ...(flags.types !== undefined && { scanTypes: [...flags.types] }),
    ...(base !== undefined && artifact === undefined && { baseCommitHash: base }),
    ...(pullRequest !== undefined && { pullRequest: { number: pullRequest } }),
    ...(artifact && !('document' in artifact) && artifact),
  };
};

/**
 * Uploads an SBOM that cannot be sent in the request itself, and refers to it in the request. The upload's key is
 * derived from the run and the content, so a repeated step creates the same request.
 */
export const withUpload = async (
  request: ScanRequest,
  { artifact, target }: Pick<RequestParts, 'artifact' | 'target'>,
  { client, signal }: { client: Client; signal: AbortSignal },
): Promise<SentRequest> => {
  if (!artifact || !('document' in artifact)) return request;
  const { bytes, mediaType } = artifact.document;
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  const idempotencyKey = idempotencyKeyOf(target.ci, { request, sha256 });
  return { ...request, uploadId: await client.upload(bytes, { mediaType, idempotencyKey, signal }) };
};
