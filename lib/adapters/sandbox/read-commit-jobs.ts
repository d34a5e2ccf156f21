import type { AncestryQuestion } from '@scangate/git/ancestry';
import type { FetchedCommit } from '@scangate/git/commit';
import { inProcessReaders, type CommitToRead, type PackReader } from '@scangate/git/commit-reader';
import type { LocalRepository } from '@scangate/git/local/local-repository';
import { inheritedFile, type ChildChannel } from './child-channel.ts';

const { signal } = new AbortController();

const sendFiles = async (
  { files, skipped }: FetchedCommit,
  channel: ChildChannel,
): Promise<FetchedCommit['skipped']> => {
  for await (const { path, content } of files) channel.sendWhole(path, content);
  return skipped;
};

/** The jobs of a sandbox that reads one commit. The packs are in its inherited files. */
export const readCommitJobs = () => {
  let reader: PackReader | undefined;
  return {
    'add-pack': async ({ commit, packs }: { commit: CommitToRead; packs: number }) => {
      const descriptors = Array.from({ length: packs }, (_, index) => inheritedFile(index));
      reader ??= inProcessReaders.openPacks(commit, descriptors);
      return reader.addPack(signal);
    },
    'read-files': async (_input: null, channel: ChildChannel) => {
      if (!reader) throw new Error('there is no pack');
      return sendFiles(await reader.files(signal), channel);
    },
    'read-local': async (
      { commit, repository }: { commit: CommitToRead; repository: LocalRepository },
      channel: ChildChannel,
    ) => sendFiles(await inProcessReaders.readLocal(commit, repository, signal), channel),
    'ancestors-in-pack': ({ question }: { question: AncestryQuestion }) =>
      inProcessReaders.ancestorsInPack(question, inheritedFile(0), signal),
    'ancestors-locally': ({
      question,
      repository,
    }: {
      question: AncestryQuestion;
      repository: LocalRepository;
    }) => inProcessReaders.ancestorsLocally(question, repository, signal),
  };
};
