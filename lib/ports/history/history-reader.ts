import type { HistoryGap } from '@scangate/domain/history-scans/history-gaps';
import type { Repository } from '@scangate/domain/records';
import type { KnownDetection } from '@scangate/engines/model/gate/reviewed-findings';
import type { CustomRule } from '@scangate/engines/model/gate/custom-rules';
import type { Failure } from '@scangate/engines/model/failure';
import type { HistorySlice } from './histories.ts';

/** Whether the newest commit of the default branch contains a file with the secret. */
export type HistoricPlace = 'head' | 'gone' | 'unknown';

/** The files that contain a secret. */
export interface PlacedSecret {
  /** `head` when the default branch contains one of them. */
  place: HistoricPlace;
  /** The number of places; none when they are counted under another file name of the same content. */
  count: number;
}

interface Asked {
  organizationId: string;
  repositoryId: string;
  historyScanId: string;
  /** Its credential is sealed. */
  repository: Pick<Repository, 'organizationId' | 'repositoryId' | 'url' | 'credential'>;
}

/** A file to scan. A finding that also occurs under earlier names of its content is counted there. */
type RequestedFile = readonly [
  id: string,
  path: string,
  place: HistoricPlace,
  earlier?: readonly string[] | undefined,
];

/**
 * The questions about a history: its slices, the files of a slice, its division into smaller ones, and the secrets
 * of some files.
 */
export type HistoryQuestion = Asked &
  /** A run has objects of its own; fewer branches and tags are planned after one that stopped. */
  (
    | { kind: 'plan'; run?: number; maxTips?: number }
    | ({ kind: 'list'; slice: number; run: number } & HistorySlice)
    | ({ kind: 'split' } & HistorySlice)
    | {
        kind: 'look';
        files: readonly RequestedFile[];
        /** The rules of the organization, which run in addition to those of the engine. */
        customRules?: readonly CustomRule[] | undefined;
      }
  );

/** A planned history; the ends of its slices are stored. */
export interface PlannedSlices {
  /** The run whose objects have the slices; absent of a reader that knows none. */
  run?: number;
  commits: number;
  slices: number;
  head?: string;
  unread: string[];
}

/** The secrets of files, each once, with the index of the first file that contains it. */
export interface LookedFiles {
  /** The number of files that were scanned, from the first one on: fewer than requested when the time was over. */
  files: number;
  secrets: (KnownDetection & PlacedSecret & { index: number })[];
  /** The parts of them that were not scanned. */
  gaps: HistoryGap[];
  /** Set when a file that the default branch contains, or may contain, could not be scanned. */
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
  /** The two halves of a slice, or the content of a single commit. */
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

/** Reads histories in an isolated place with access to git hosts only: a function of its own, without any table. */
export interface HistoryReader {
  /** @throws ScanFailed, Transient, or HistoryReaderStopped for a question that it did not finish. */
  ask<Q extends HistoryQuestion>(question: Q, signal: AbortSignal): Promise<HistoryAnswer[Q['kind']]>;
}
