import type { EventFilter } from '@scangate/domain/events/event-records';
import { chatRulesOf } from '@scangate/domain/integrations/kinds/chat-settings';
import { Problem } from '@scangate/domain/problem';
import type { Store } from '#ports/store.ts';

interface Naming {
  filter?: EventFilter | undefined;
  settings?: Readonly<Record<string, unknown>> | undefined;
}

/** The repositories that a filter or the rules of a chat name. */
const namedRepositories = ({ filter, settings }: Naming): string[] => {
  const ofRules = chatRulesOf(settings)?.flatMap(({ repositoryIds = [] }) => repositoryIds);
  return [...new Set([...(filter?.repositoryIds ?? []), ...(ofRules ?? [])])];
};

/** The limit of records per load. */
const page = 100;

/** @throws Problem repository_not_found unless all are connected repositories of the organization. */
export const requireRepositories = async (
  store: Pick<Store<'repository'>, 'load'>,
  organizationId: string,
  naming: Naming,
): Promise<void> => {
  const named = namedRepositories(naming);
  for (let from = 0; from < named.length; from += page) {
    const refs = named
      .slice(from, from + page)
      .map((repositoryId) => ({ record: 'repository', id: { organizationId, repositoryId } }) as const);
    const found = await store.load(refs);
    if (found.some((repository) => !repository || repository.disconnectedAt !== undefined))
      throw new Problem('repository_not_found');
  }
};
