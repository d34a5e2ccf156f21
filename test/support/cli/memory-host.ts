import { commentMarker } from '@scangate/domain/integrations/checks/check-text';
import { HostFailure, type HostComment, type PullRequestHost } from '@scangate/cli/code-hosts/code-host';

interface MemoryComment extends HostComment {
  author: string;
}

export interface MemoryPullRequest {
  head: string;
  comments: MemoryComment[];
  /** The calls, in order. */
  calls: string[];
}

export const memoryPullRequest = (head: string): MemoryPullRequest => ({ head, comments: [], calls: [] });

const gone = () => new HostFailure('The host answers 404', 404);

/** A pull request as one author sees it. `meanwhile` runs before each call, as somebody else would. */
export const memoryHost = (
  shared: MemoryPullRequest,
  { author = 'scangate', pageSize = 100, meanwhile }: MemoryHostOptions = {},
): PullRequestHost => {
  const called = async (name: string): Promise<void> => {
    shared.calls.push(name);
    await meanwhile?.(name);
  };
  const placeOf = (id: string): number => shared.comments.findIndex((comment) => comment.id === id);
  return {
    title: 'Memory',
    room: 1_000,
    marker: commentMarker,
    showsHtml: true,
    async read(page = '0') {
      await called('read');
      const from = Number(page);
      const shown = shared.comments.slice(from, from + pageSize);
      const isLast = from + pageSize >= shared.comments.length;
      return {
        head: shared.head,
        comments: shown.map((comment) => ({ ...comment, isOwn: comment.author === author })),
        ...(!isLast && { next: String(from + pageSize) }),
      };
    },
    async create(body) {
      await called('create');
      shared.comments.push({ id: String(shared.calls.length), author, isOwn: true, body });
    },
    async edit(id, body) {
      await called('edit');
      const comment = shared.comments[placeOf(id)];
      if (!comment) throw gone();
      comment.body = body;
    },
    async remove(id) {
      await called('remove');
      if (placeOf(id) < 0) throw gone();
      shared.comments.splice(placeOf(id), 1);
    },
  };
};

interface MemoryHostOptions {
  author?: string;
  pageSize?: number;
  meanwhile?: (call: string) => void | Promise<void>;
}
