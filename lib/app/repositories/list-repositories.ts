import type { Caller } from '@scangate/domain/identity/caller';
import type { Repository } from '@scangate/domain/records';
import { managedRepositoryView } from '@scangate/domain/repositories/repository-view';
import type { Page } from '#ports/store.ts';
import { describeRepositories, type RepositoryReader } from './load-repository.ts';

/** A name has about 200 bytes, so that one read has up to 200 KB. */
const namesAtOnce = 1000;
/** The limit of records per load. */
const loadedAtOnce = 100;

interface RepositoryListRequest {
  caller: Pick<Caller, 'organizationId' | 'plan'>;
  /** A part of the full name, in any case. */
  q?: string | undefined;
  /** `gate` adds the latest verdict, and whether the plan covers the repository. */
  view?: 'gate' | undefined;
  limit: number;
  cursor?: string | undefined;
}

type NamedRepository = readonly [name: string, repository: Repository];

/** Loads the connected repositories with these ids that the caller may access. */
const loadConnected = async (
  organizationId: string,
  names: readonly { name: string; repositoryId: string }[],
  store: RepositoryReader,
): Promise<NamedRepository[]> => {
  const loaded = await store.load(
    names.map(
      ({ repositoryId }) => ({ record: 'repository', id: { organizationId, repositoryId } }) as const,
    ),
  );
  return loaded.flatMap((repository, index) => {
    const name = names[index]?.name;
    return repository && !repository.disconnectedAt && name !== undefined
      ? [[name, repository] as const]
      : [];
  });
};

/**
 * Reads a page of the repositories whose name contains the text, sorted by name. The cursor is the name of the last
 * one of the page, never of one that the caller may not access.
 */
const readByName = async (
  { caller: { organizationId }, q = '', limit, cursor: start }: RepositoryListRequest,
  store: RepositoryReader,
): Promise<Page<Repository>> => {
  const part = q.toLowerCase();
  const found: NamedRepository[] = [];
  let cursor = start;
  do {
    const options = { limit: namesAtOnce, ...(cursor !== undefined && { cursor }) };
    const page = await store.list('repositoryNames', { organizationId }, options);
    const names = page.items.filter(({ name, repositoryId }) => repositoryId !== '' && name.includes(part));
    for (let at = 0; at < names.length && found.length <= limit; at += loadedAtOnce)
      found.push(...(await loadConnected(organizationId, names.slice(at, at + loadedAtOnce), store)));
    cursor = page.cursor;
  } while (cursor !== undefined && found.length <= limit);
  const shown = found.slice(0, limit);
  const last = found.length > limit ? shown.at(-1)?.[0] : undefined;
  return {
    items: shown.map(([, repository]) => repository),
    ...(last !== undefined && { cursor: last }),
  };
};

/** Reads a page of the repositories in the order of their ids. */
const readById = async (
  { caller: { organizationId }, limit, cursor }: RepositoryListRequest,
  store: RepositoryReader,
): Promise<Page<Repository>> => {
  const options = { limit, ...(cursor !== undefined && { cursor }) };
  const page = await store.list('repositories', { organizationId }, options);
  return { ...page, items: page.items.filter(({ disconnectedAt }) => !disconnectedAt) };
};

/** Returns whether a list is sorted by name; its cursors do not fit lists in another order. */
export const isListedByName = ({ q, view }: Pick<RepositoryListRequest, 'q' | 'view'>): boolean =>
  q !== undefined || view !== undefined;

/** Lists the connected repositories of an organization. */
export const listRepositories = async (request: RepositoryListRequest, store: RepositoryReader) => {
  const page = isListedByName(request) ? await readByName(request, store) : await readById(request, store);
  const { caller, view } = request;
  const items =
    view === 'gate'
      ? await describeRepositories(page.items, caller, store)
      : page.items.map(managedRepositoryView);
  return { ...page, items };
};
