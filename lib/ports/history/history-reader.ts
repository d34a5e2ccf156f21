import type { HistoryGap } from '@scangate/domain/history-scans/history-gaps';
import type { Repository } from '@scangate/domain/records';
import type { KnownDetection } from '@scangate/engines/model/gate/reviewed-findings';
import type { OwnRule } from '@scangate/engines/model/gate/own-rules';
import type { Failure } from '@scangate/engines/model/failure';
import type { HistorySlice } from './histories.ts';

/** Whether the newest commit of the default branch has the content of a file. */
export type HistoricPlace = 'head' | 'gone' | 'unknown';

/** The files that have a secret. */
export interface PlacedSecret {
  /** `head` when the default branch has one of them. */
  place: HistoricPlace;
  /** The number of places; none where another name of a content counts them. */
  count: number;
}

interface Asked {
  organizationId: string;
  repositoryId: string;
  historyScanId: string;
  /** With its credential sealed. */
  repository: Pick<Repository, 'organizationId' | 'repositoryId' | 'url' | 'credential'>;
}

/** A file to look at. What is found under earlier names of its content, too, is counted there. */
type AskedFile = readonly [
  id: string,
  path: string,
  place: HistoricPlace,
  earlier?: readonly string[] | undefined,
];

/** The questions about a history: its slices, the files of one of them, smaller ones of one, and the secrets of some files. */
export type HistoryQuestion = Asked &
  /** A run has objects of its own; fewer branches and tags are planned after one that stopped. */
  (
    | { kind: 'plan'; run?: number; maxTips?: number }
    | ({ kind: 'list'; slice: number; run: number } & HistorySlice)
    | ({ kind: 'split' } & HistorySlice)
    | {
        kind: 'look';
        files: readonly AskedFile[];
        /** The rules of the organization that look beside those of the engine. */
        ownRules?: readonly OwnRule[] | undefined;
      }
  );

/** A history that was planned; the ends of its slices are stored. */
export interface PlannedSlices {
  /** The run whose objects have the slices; absent of a reader that knows none. */
  run?: number;
  commits: number;
  slices: number;
  head?: string;
  unread: string[];
}

/** The secrets of files, each once, with the number of the first file that has it. */
export interface LookedFiles {
  /** The number of files that were looked at, from the first one on: fewer than were asked for when the time was over. */
  files: number;
  secrets: (KnownDetection & PlacedSecret & { index: number })[];
  /** The things of them that were not looked at. */
  gaps: HistoryGap[];
  /** Set when a file that the default branch has, or may have, could not be looked at. */
  isHeadUnread?: true;
}

/** The files of the commits are stored. */
export interface ListedCommits {
  /** The commits whose files were listed when the time was over; absent when all were. */
  until?: string[];
}

export interface HistoryAnswer {
  plan: PlannedSlices;
  list: ListedCommits;
  /** The two halves of a slice, or what there is of a single commit. */
  split: HistorySlice[];
  look: LookedFiles;
}

/** The report of the function: an answer, or an expected failure as data. */
export type HistoryReport = { answer: HistoryAnswer[keyof HistoryAnswer] } | { failure: Failure };

/** The reader ran out of time or memory, or failed otherwise, before it had an answer. */
export class HistoryReaderStopped extends Error {
  constructor(why: string) {
    super(`the history could not be read: ${why}`);
    this.name = 'HistoryReaderStopped';
  }
}

/** Reads histories where nothing but hosts can be reached: a function of its own, without any table. */
export interface HistoryReader {
  /** @throws ScanFailed, Transient, or HistoryReaderStopped for a question that it did not end. */
  ask<Q extends HistoryQuestion>(question: Q, signal: AbortSignal): Promise<HistoryAnswer[Q['kind']]>;
}
