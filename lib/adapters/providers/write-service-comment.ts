import { commentMarker } from '@scangate/domain/integrations/checks/check-text';
import { ProviderFailure } from '#ports/integrations/provider.ts';
import type { WrittenComment } from '#ports/integrations/check-writer.ts';
import { listEntries, type PageQuery } from './provider-list.ts';

/** A comment as its host shows it. */
interface HostComment {
  id: string;
  author: string | undefined;
  body: string;
}

/** The routes of a host for comments on one pull request. */
export interface CommentRoutes {
  /** The author as which the credential writes. */
  author(): Promise<string>;
  /** Lists a page of comments, oldest first; empty after the last one. */
  list(query: PageQuery): Promise<readonly HostComment[]>;
  create(body: string): Promise<string>;
  edit(id: string, body: string): Promise<void>;
}

/** More comments than any pull request has. */
const mostPages = 250;

/** A person deleted it, or another author wrote it: the search shows whether the credential itself is refused. */
const isLost = (error: unknown): boolean =>
  error instanceof ProviderFailure && ['gone', 'refused'].includes(error.details.reason);

/**
 * Finds the comment of the own author that begins with the marker. Anybody can write the marker, but not as this
 * author.
 */
const findOwn = async (routes: CommentRoutes, marker: string): Promise<string | undefined> => {
  const author = await routes.author();
  const comments = listEntries((query) => routes.list(query), mostPages);
  for await (const comment of comments)
    if (comment.author === author && comment.body.startsWith(marker)) return comment.id;
  return undefined;
};

/**
 * Edits the service's single comment, or creates it. Before it is created, the comments are searched: the response
 * to an earlier creation may have been lost.
 * @returns the id of the comment.
 */
export const writeServiceComment = async (
  { externalId, text }: WrittenComment,
  routes: CommentRoutes,
  marker = commentMarker,
): Promise<string> => {
  const body = `${marker}\n${text}`;
  if (externalId !== undefined) {
    try {
      await routes.edit(externalId, body);
      return externalId;
    } catch (error) {
      if (!isLost(error)) throw error;
    }
  }
  const own = await findOwn(routes, marker);
  if (own === undefined) return routes.create(body);
  await routes.edit(own, body);
  return own;
};
