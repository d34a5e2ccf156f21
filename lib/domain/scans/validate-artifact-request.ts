import { isReadByItself, readableFileNames } from '@scangate/engines/units/recognize-file';
import { fieldProblem } from '../invalid-field.ts';
import { Problem } from '../problem.ts';
import type { DocumentType } from './uploads/document-types.ts';

const maxPathLength = 512;
// oxlint-disable-next-line no-control-regex -- control characters are what it refuses
const controlCharacter = /[\u0000-\u001f\u007f]/;
const driveLetter = /^[A-Za-z]:/;

/** Returns why a lockfile path is invalid. Percent signs are refused because some readers decode `%2e%2e` to `..`. */
const invalidPathReason = (path: string): string | undefined => {
  if (path.length === 0 || path.length > maxPathLength) return `A path has 1 to ${maxPathLength} characters.`;
  if (controlCharacter.test(path)) return 'A path has no control characters.';
  if (path.includes('\\')) return 'A path is written with /, not with backslashes.';
  if (path.startsWith('/') || driveLetter.test(path)) return 'A path is relative to the repository root.';
  if (path.includes('%')) return 'A path is not percent-encoded.';
  if (path.split('/').some((segment) => segment === '' || segment === '.' || segment === '..')) {
    return 'A path has no empty, "." or ".." segments.';
  }
  return undefined;
};

/** @throws Problem lockfile_path_invalid, or unsupported_lockfile naming the supported ones. */
const validateLockfilePath = (path: string): void => {
  const reason = invalidPathReason(path);
  if (reason) throw fieldProblem('lockfile_path_invalid', '/lockfile/path', { detail: reason });
  if (!isReadByItself(path)) {
    const detail = `This file name is not a supported lockfile. Supported: ${readableFileNames.join(', ')}.`;
    throw fieldProblem('unsupported_lockfile', '/lockfile/path', { detail });
  }
};

export interface ArtifactRequest {
  projectUnitId?: string | undefined;
  lockfile?: { path: string } | undefined;
  sbom?: object | undefined;
  /** The media type of an SBOM that was uploaded alone; absent for one in the request. */
  documentType?: DocumentType | undefined;
  /** The SHA-256 of the lockfile or SBOM as stored, in hex; the artifact itself is stored with the request. */
  artifactSha256?: string | undefined;
}

/**
 * Validates the rules between fields that the schema cannot express.
 * @throws Problem both_artifacts, project_unit_required, lockfile_path_invalid or unsupported_lockfile.
 */
export const validateArtifactRequest = (request: ArtifactRequest): void => {
  if (request.lockfile && request.sbom) {
    throw new Problem('both_artifacts', { detail: 'Send either lockfile or sbom, not both.' });
  }
  if ((request.lockfile || request.sbom) && request.projectUnitId === undefined) {
    const detail = 'A lockfile or SBOM needs the projectUnitId it belongs to.';
    throw fieldProblem('project_unit_required', '/projectUnitId', { detail });
  }
  if (request.lockfile) validateLockfilePath(request.lockfile.path);
};
