import type { AncestryQuestion } from '@scangate/git/ancestry';
import type { CommitListing, FetchedCommit } from '@scangate/git/commit';
import { inProcessReaders, type CommitToRead, type PackReader } from '@scangate/git/commit-reader';
import type { FileSelection } from '@scangate/git/file-selection';
import type { LocalRepository } from '@scangate/git/local/local-repository';
import type { ObjectSource } from '@scangate/git/history/history-readers';
import type { HistoricFile, SliceQuestion } from '@scangate/git/history/list-slice';
import type { PathKinds } from '@scangate/git/history/object-walk';
import type { HistoryQuestion } from '@scangate/git/history/plan-history';
import type { BlobsQuestion } from '@scangate/git/history/read-blobs';
import type { FetchedRange, RangeQuestion } from '@scangate/git/read-commit-range';
import { inheritedFile, type ChildChannel } from './child-channel.ts';

const { signal } = new AbortController();

const sendFiles = async (
  { files, skipped, same }: FetchedCommit,
  channel: ChildChannel,
): Promise<Omit<FetchedCommit, 'files'>> => {
  for await (const { path, content } of files) channel.sendWhole(path, content);
  return { skipped, ...(same && { same }) };
};

const sendRange = async (
  { files, ...lists }: FetchedRange,
  channel: ChildChannel,
): Promise<Omit<FetchedRange, 'files'>> => {
  for await (const { path, content } of files) channel.sendWhole(path, content);
  return lists;
};

const sendListing = (listing: CommitListing, channel: ChildChannel): null => {
  channel.sendPart('listing', Buffer.from(JSON.stringify(listing)));
  return null;
};

/** The rows of a list that are sent at a time. */
const rowsAtOnce = 2_000;

interface HistoryInput<Q> {
  question: Q;
  source: ObjectSource;
}

/** The files that this process has inherited, by index. */
const inherited = (source: ObjectSource): ObjectSource =>
  'repository' in source ? source : { ...source, descriptors: source.descriptors.map(inheritedFile) };

const historyJobs = (kinds: PathKinds) => ({
  'plan-history': async ({ question, source }: HistoryInput<HistoryQuestion>, channel: ChildChannel) => {
    const plan = await inProcessReaders.planHistory(question, inherited(source), signal);
    channel.sendPart('listing', Buffer.from(JSON.stringify(plan)));
    return null;
  },
  'list-slice': async ({ question, source }: HistoryInput<SliceQuestion>, channel: ChildChannel) => {
    // Functions cannot come from another process.
    const asked = question.isTree ? question : { ...question, kinds };
    const { files, unread } = await inProcessReaders.listSlice(asked, inherited(source), signal);
    let rows: HistoricFile[] = [];
    const send = (): void => {
      if (rows.length > 0) channel.sendWhole('files', Buffer.from(JSON.stringify(rows)));
      rows = [];
    };
    for await (const file of files) if (rows.push(file) >= rowsAtOnce) send();
    send();
    return { unread };
  },
  'read-blobs': async ({ question, source }: HistoryInput<BlobsQuestion>, channel: ChildChannel) => {
    const { files, large, missing } = await inProcessReaders.readBlobs(question, inherited(source), signal);
    for await (const { id, content } of files) channel.sendWhole(id, content);
    return { large, missing };
  },
});

interface LocalInput {
  commit: CommitToRead;
  repository: LocalRepository;
  selection?: FileSelection;
}

interface SelectionInput {
  selection?: FileSelection;
}

interface PackInput {
  commit: CommitToRead;
  packs: number;
}

/** The jobs of a sandbox that reads one commit. The packs are in its inherited files. */
export const readCommitJobs = (kinds: PathKinds) => {
  let opened: PackReader | undefined;
  const reader = (): PackReader => {
    if (!opened) throw new Error('there is no pack');
    return opened;
  };
  const openedFor = ({ commit, packs }: PackInput): PackReader => {
    const descriptors = Array.from({ length: packs }, (_, index) => inheritedFile(index));
    return (opened ??= inProcessReaders.openPacks(commit, descriptors));
  };
  return {
    ...historyJobs(kinds),
    'look-at-pack': async (input: PackInput) => {
      await openedFor(input).look(signal);
      return null;
    },
    'add-pack': async (input: PackInput) => {
      await openedFor(input).addPack(signal);
      return null;
    },
    'list-files': async (_input: null, channel: ChildChannel) =>
      sendListing(await reader().list(signal), channel),
    'missing-files': ({ selection }: SelectionInput) => reader().missing(selection, signal),
    'read-files': async ({ selection }: SelectionInput, channel: ChildChannel) =>
      sendFiles(await reader().files(selection, signal), channel),
    'list-local': async ({ commit, repository }: LocalInput, channel: ChildChannel) =>
      sendListing(await inProcessReaders.openLocal(commit, repository).list(signal), channel),
    'read-local': async ({ commit, repository, selection }: LocalInput, channel: ChildChannel) =>
      sendFiles(await inProcessReaders.openLocal(commit, repository).files(selection, signal), channel),
    'range-in-pack': async ({ question }: { question: RangeQuestion }, channel: ChildChannel) =>
      sendRange(await inProcessReaders.rangeInPack(question, inheritedFile(0), signal), channel),
    'range-locally': async (
      { question, repository }: { question: RangeQuestion; repository: LocalRepository },
      channel: ChildChannel,
    ) => sendRange(await inProcessReaders.rangeLocally(question, repository, signal), channel),
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
