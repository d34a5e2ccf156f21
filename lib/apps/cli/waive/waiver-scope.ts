import type { Client } from '@scangate/client';
import { badFlag } from '../arguments/flags.ts';
import { suggestion } from '../arguments/suggest.ts';
import { readCi } from '../ci/index.ts';
import type { CommandContext } from '../commands/command.ts';
import { printable } from '../output/terminal.ts';
import { cloneAt, type Clone } from '../scan/local-commit.ts';
import { repositoryAt } from '../scan/repository-at.ts';
import { resolveRepository } from '../scan/scan-request.ts';

/** The organization, or a repository and optionally one of its project units. */
export type NamedScope = 'organization' | { repository: string; unit?: string; clone: Clone };

/**
 * Parses the scope of a waiver: by default the repository in which the command runs, because a waiver for the whole
 * organization must be explicit. @throws CliFailure
 */
export const readScope = (text: string | undefined, context: CommandContext): NamedScope => {
  const { environment, directory, flags } = context;
  if (text === 'organization') return 'organization';
  const clone = cloneAt(directory, environment);
  if (text === undefined) {
    const ci = readCi({ environment, directory });
    return { repository: repositoryAt({ flags }, clone, ci), clone };
  }
  const [, repository, unit] = /^([^\s:]+\/[^\s:]+)(?::(\S*))?$/.exec(text) ?? [];
  if (repository === undefined) throw badFlag('--scope is organization, owner/repo or owner/repo:unit.');
  return { repository, clone, ...(unit !== undefined && { unit }) };
};

export interface WaiverScope {
  repositoryId?: string;
  projectUnitId?: string;
}

/** Finds the ids of a scope. @throws CliFailure for a repository or a unit that the service does not know. */
export const resolveScope = async (
  client: Client,
  scope: NamedScope,
  asked: { address: string; signal: AbortSignal },
): Promise<WaiverScope> => {
  if (scope === 'organization') return {};
  const { unit } = scope;
  const { repositoryId, projectUnits } = await resolveRepository(client, scope, asked);
  if (unit === undefined) return { repositoryId };
  const wanted = unit === '.' ? '' : unit;
  const found = projectUnits.find(({ path }) => path === wanted);
  if (found) return { repositoryId, projectUnitId: found.projectUnitId };
  const paths = projectUnits.map(({ path }) => (path === '' ? '.' : path));
  throw badFlag(printable(`${unit} is not a project unit of ${scope.repository}.${suggestion(unit, paths)}`));
};

export const scopeText = (scope: NamedScope): string => {
  if (scope === 'organization') return 'the whole organization';
  return scope.unit === undefined ? scope.repository : `the unit ${scope.unit} of ${scope.repository}`;
};
