import type { GitClient, RepositoryLocation } from '@scangate/git';
import type { Histories } from '#ports/history/histories.ts';
import type { SourceLocation } from '#ports/git-sources.ts';

type HistoryMethods = Pick<GitClient, 'planHistory' | 'listSlice' | 'readBlobs'>;

interface Mapping {
  locate(requested: SourceLocation): Promise<{ location: RepositoryLocation }>;
  /** Repeats an operation while the host fails transiently, and maps its failures. */
  retrying<T>(run: () => Promise<T>, signal: AbortSignal): Promise<T>;
  mapping<T>(files: AsyncIterable<T>): AsyncGenerator<T>;
}

/** The `Histories` port on git repositories. */
export const gitHistories = (client: HistoryMethods, { locate, retrying, mapping }: Mapping): Histories => ({
  planHistory: ({ location: requested, ...history }, signal) =>
    retrying(
      async () => client.planHistory({ ...history, location: (await locate(requested)).location }, signal),
      signal,
    ),
  listSlice: ({ location: requested, ...slice }, signal) =>
    retrying(async () => {
      const { location } = await locate(requested);
      const { files, ...lists } = await client.listSlice({ ...slice, location }, signal);
      return { files: mapping(files), ...lists };
    }, signal),
  readBlobs: ({ location: requested, ...blobs }, signal) =>
    retrying(async () => {
      const { location } = await locate(requested);
      const { files, ...lists } = await client.readBlobs({ ...blobs, location }, signal);
      return { files: mapping(files), ...lists };
    }, signal),
});
