import { Problem } from '../problem.ts';
import { hasReadableDependencies, readableFileNames } from '@scangate/engines/units/dependency-file';

const longestPath = 512;
// eslint-disable-next-line no-control-regex
const controlCharacter = /[\u0000-\u001f\u007f]/;
const drive = /^[A-Za-z]:/;

/** Why a lockfile path is not acceptable, or undefined. Percent signs are refused: `%2e%2e` is `..` to somebody. */
const pathFault = (path: string): string | undefined => {
  if (path.length === 0 || path.length > longestPath) return `A path has 1 to ${longestPath} characters.`;
  if (controlCharacter.test(path)) return 'A path has no control characters.';
  if (path.includes('\\')) return 'A path is written with /, not with backslashes.';
  if (path.startsWith('/') || drive.test(path)) return 'A path is relative to the repository root.';
  if (path.includes('%')) return 'A path is not percent-encoded.';
  if (path.split('/').some((segment) => segment === '' || segment === '.' || segment === '..')) {
    return 'A path has no empty, "." or ".." segments.';
  }
  return undefined;
};

/** @throws Problem lockfile_path_invalid, or unsupported_lockfile naming what is supported. */
const checkLockfilePath = (path: string): void => {
  const fault = pathFault(path);
  if (fault) {
    const errors = [{ pointer: '/lockfile/path', code: 'lockfile_path_invalid', detail: fault }];
    throw new Problem('lockfile_path_invalid', { detail: fault, errors });
  }
  if (!hasReadableDependencies(path)) {
    const detail = `This file name is not a supported lockfile. Supported: ${readableFileNames.join(', ')}.`;
    throw new Problem('unsupported_lockfile', {
      detail,
      errors: [{ pointer: '/lockfile/path', code: 'unsupported_lockfile', detail }],
    });
  }
};

export interface ArtifactRequest {
  projectUnitId?: string | undefined;
  lockfile?: { path: string; content: string } | undefined;
  sbom?: Record<string, unknown> | undefined;
}

/** The rules between fields that no schema says (spec, "Scan creation request", rules 1 and 2). */
export const validateArtifactRequest = (request: ArtifactRequest): void => {
  if (request.lockfile && request.sbom) {
    throw new Problem('both_artifacts', { detail: 'Send either lockfile or sbom, not both.' });
  }
  if ((request.lockfile || request.sbom) && request.projectUnitId === undefined) {
    const detail = 'With lockfile or sbom, say which project unit it belongs to.';
    throw new Problem('project_unit_required', {
      detail,
      errors: [{ pointer: '/projectUnitId', code: 'project_unit_required', detail }],
    });
  }
  if (request.lockfile) checkLockfilePath(request.lockfile.path);
};
