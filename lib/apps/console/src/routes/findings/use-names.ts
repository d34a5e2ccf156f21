import { useMemo } from 'react';
import { useRead } from '@scangate/console/session/use-read.ts';

const mostNames = 100;

/** The names of people and repositories by their ids, read only when a list needs them. */
export const useNames = (needs: { people: boolean; repositories: boolean }) => {
  const people = useRead('list-people', undefined, { enabled: needs.people });
  const repositories = useRead(
    'list-repositories',
    { query: { limit: mostNames, view: 'gate' } },
    { enabled: needs.repositories },
  );
  const names = useMemo(
    () =>
      new Map([
        ...(people.data?.items ?? []).map(({ personId, displayName }) => [personId, displayName] as const),
        ...(repositories.data?.items ?? []).map(
          ({ repositoryId, fullName }) => [repositoryId, fullName] as const,
        ),
      ]),
    [people.data, repositories.data],
  );
  return { names, people: people.data?.items ?? [], repositories: repositories.data?.items ?? [] };
};
