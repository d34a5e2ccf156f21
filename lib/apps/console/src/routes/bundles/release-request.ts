import type { ArgumentsOf } from '@scangate/client';
import { endOfDay } from '@scangate/console/messages/calendar.ts';

type ReleaseBody = ArgumentsOf<'release-bundle'>[0]['body'];

/** A release as the form has it. */
export interface ReleaseRequest {
  version: string;
  support: string;
  /** The commit of each repository that is not released by its newest one. */
  commits: Readonly<Record<string, string>>;
}

export const newRelease: ReleaseRequest = { version: '', support: '', commits: {} };

const isCommit = (text: string): boolean => /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/.test(text);

/** The name of the field of a repository's commit, among errors. */
export const commitField = (repositoryId: string): string => `commit ${repositoryId}`;

const commitsIn = ({ commits }: ReleaseRequest): [string, string][] =>
  Object.entries(commits).flatMap(([repositoryId, text]) => {
    const commit = text.trim().toLowerCase();
    return commit === '' ? [] : [[repositoryId, commit]];
  });

/** The fields that cannot be sent as they are. */
export const releaseErrors = (request: ReleaseRequest): Record<string, boolean> => ({
  version: request.version.trim() === '',
  ...Object.fromEntries(
    commitsIn(request).map(([repositoryId, commit]) => [commitField(repositoryId), !isCommit(commit)]),
  ),
});

/** The request of a form without errors. */
export const releaseBody = (request: ReleaseRequest): ReleaseBody => {
  const commits = commitsIn(request);
  return {
    version: request.version.trim(),
    ...(request.support !== '' && { supportUntil: endOfDay(request.support) }),
    ...(commits.length > 0 && { commits: Object.fromEntries(commits) }),
  };
};
