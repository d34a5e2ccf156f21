import { fitMarkdown, withoutHtml } from '@scangate/domain/integrations/checks/check-text';
import { HostFailure, type HostComment, type PullRequestHost } from '../code-hosts/code-host.ts';

/** A page has a hundred comments; a pull request with more pages is unreadable. */
const mostPages = 50;

interface Read {
  head: string;
  /** Our own comments that begin with the marker, oldest first. */
  own: readonly HostComment[];
  /** Whether all comments were read, or enough of them. */
  isEnough: boolean;
}

const isMarked = ({ marker }: PullRequestHost, { isOwn, body }: HostComment): boolean =>
  isOwn && body.startsWith(marker);

/** Reads comments until the end or the first of our own. */
const readOwn = async (host: PullRequestHost, until: 'first' | 'end'): Promise<Read> => {
  const own: HostComment[] = [];
  let page = await host.read();
  for (let pages = 1; ; pages += 1) {
    own.push(...page.comments.filter((comment) => isMarked(host, comment)));
    const isDone = page.next === undefined || (until === 'first' && own.length > 0);
    if (isDone || pages === mostPages) return { head: page.head, own, isEnough: isDone };
    page = await host.read(page.next);
  }
};

/** Some hosts abbreviate the hash. */
const isHead = (head: string, commitHash: string): boolean => head !== '' && commitHash.startsWith(head);

/** Edits a comment. @returns whether it still existed. */
const edits = async (host: PullRequestHost, id: string, body: string): Promise<boolean> => {
  try {
    await host.edit(id, body);
    return true;
  } catch (error) {
    if (error instanceof HostFailure && (error.status === 404 || error.status === 410)) return false;
    throw error;
  }
};

/** Another run may have created a comment at the same time: the oldest is kept, with the result of this run. */
const keepOldest = async (host: PullRequestHost, body: string): Promise<void> => {
  const { own } = await readOwn(host, 'end');
  const [oldest, ...others] = own;
  if (!oldest || others.length === 0) return;
  for (const { id } of others)
    await host.remove(id).catch((error: unknown) => {
      if (!(error instanceof HostFailure && error.status === 404)) throw error;
    });
  if (oldest.body !== body) await edits(host, oldest.id, body);
};

export type CommentOutcome = 'edited' | 'created' | 'newer_commit' | 'too_many_comments';

/**
 * Writes the one comment of a pull request, if its newest commit is the scanned one.
 * @param report Markdown; it is cut to the host's limit.
 * @throws HostFailure
 */
export const writeComment = async (
  host: PullRequestHost,
  { commitHash, report }: { commitHash: string; report: string },
): Promise<CommentOutcome> => {
  const { head, own, isEnough } = await readOwn(host, 'first');
  if (!isHead(head, commitHash)) return 'newer_commit';
  const text = host.showsHtml ? report : withoutHtml(report);
  const body = `${host.marker}\n${fitMarkdown(text, host.room - host.marker.length - 1)}`;
  const [first] = own;
  if (first && (await edits(host, first.id, body))) return 'edited';
  if (!isEnough) return 'too_many_comments';
  await host.create(body);
  await keepOldest(host, body);
  return 'created';
};
