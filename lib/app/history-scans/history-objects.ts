import { storedJson } from '#app/stored-json.ts';
import { Readable } from 'node:stream';
import { createInterface } from 'node:readline';
import type { HistoryGap } from '@scangate/domain/history-scans/history-gaps';
import type { RangeSecret } from '@scangate/engines/model/gate/commit-range-findings';
import type { BlobKey, BlobReader } from '#ports/blobs.ts';
import type { HistorySlice } from '#ports/history/histories.ts';
import type { HistoricPlace, PlacedSecret } from '#ports/history/history-reader.ts';

/** Names one history scan. */
export interface HistoryRef {
  organizationId: string;
  repositoryId: string;
  historyScanId: string;
}

/** The number of the list of all files of the newest commit; the slices are numbered from 1. */
export const treeNumber = 0;

type HistoryFile =
  | 'plan.json'
  | 'planning.json'
  | `plans/${string}/${string}.json`
  | 'rules.json'
  | `slices/${string}/${'commits.json' | 'state.json'}`
  | `slices/${string}/files/${string}.jsonl`
  | `parts/${string}/${'files.jsonl' | 'state.json'}`
  | `parts/${string}/secrets/${string}.jsonl`
  | `merged/${string}.jsonl`;

const keyOf = ({ organizationId, historyScanId }: HistoryRef, file: HistoryFile): BlobKey<'work'> => ({
  area: 'work',
  organizationId,
  name: `history/${historyScanId}/${file}`,
});

const digits = (number: number, length = 4): string => String(number).padStart(length, '0');

/**
 * The ends of the commits of a slice, as one run of the planning wrote them; without a run as an earlier version did. No
 * two runs have one number, so that a reader which outlives its run changes no plan. All objects of a history scan lie
 * with what expires after a day.
 */
export const sliceKey = (ref: HistoryRef, slice: number, run?: number) =>
  keyOf(
    ref,
    run === undefined ? `slices/${digits(slice)}/commits.json` : `plans/${digits(run)}/${digits(slice)}.json`,
  );
/** The state of the planning. */
export const planningKey = (ref: HistoryRef) => keyOf(ref, 'planning.json');
/** The plan, once it is made: objects that were listed by it belong to no other plan. */
export const planKey = (ref: HistoryRef) => keyOf(ref, 'plan.json');
/** The organization's rules with which all parts are scanned, even if they change meanwhile. */
export const historyRulesKey = (ref: HistoryRef) => keyOf(ref, 'rules.json');
/**
 * The versions of files that a slice added, as written by one of its runs. Each run has its own number, so that a
 * reader that outlives its run writes an object that nobody reads.
 */
export const sliceFilesKey = (ref: HistoryRef, slice: number, run = 0) =>
  keyOf(ref, `slices/${digits(slice)}/files/${digits(run)}.jsonl`);
/** The state of the listing of a slice. */
export const sliceStateKey = (ref: HistoryRef, slice: number) =>
  keyOf(ref, `slices/${digits(slice)}/state.json`);
/** The files of a part. */
export const partFilesKey = (ref: HistoryRef, part: number) =>
  keyOf(ref, `parts/${digits(part)}/files.jsonl`);
/** The state of the scan of a part. */
export const partStateKey = (ref: HistoryRef, part: number) => keyOf(ref, `parts/${digits(part)}/state.json`);
/** The secrets of some files of a part, sorted by their content. */
export const partSecretsKey = (ref: HistoryRef, part: number, [from, to]: FileRange) =>
  keyOf(ref, `parts/${digits(part)}/secrets/${digits(from, 6)}-${digits(to, 6)}.jsonl`);
/** The secrets of many lists, merged into one. */
export const mergedKey = (ref: HistoryRef, round: number, index: number) =>
  keyOf(ref, `merged/${digits(round)}-${digits(index)}.jsonl`);

/** The files of a part from one number to another, exclusive. */
export type FileRange = readonly [from: number, to: number];

/** A version of a file in a slice: the id of its content, its path, and the commit that added it. */
export type SliceRow = readonly [id: string, path: string, commit: string];
/** The last line of a slice. */
export interface SliceEnd {
  unread: readonly string[];
  /** Set where commits were not listed. */
  isCut?: boolean;
}
/**
 * A version of a file in a part, and whether the newest commit of the default branch has its content. A content that
 * occurred before also lists the names under which it is scanned.
 */
export type PartRow = readonly [...SliceRow, place: HistoricPlace, earlier?: readonly string[]];

/** A secret of the history: the first file that has it, and the commit that added it. */
export type HistoricDetection = RangeSecret & PlacedSecret;

/** The state of the planning, written before each of its runs and after those that stopped. */
export interface PlanningState {
  /** The runs that began. */
  runs: number;
  /** The runs that ended without a plan. */
  stops: number;
  /** Set while a run is under way: when it is found, that run did not end. */
  isTrying?: true;
}

/** The state of the listing of a slice, written before and after each of its runs. */
export interface SliceState {
  /** The commits that are not listed yet, in order. */
  pending: HistorySlice[];
  /** The number of runs that began, each with an object of its own. */
  runs: number;
  /** The numbers of the runs that listed something: no other object is read. Absent when all of them did. */
  listed?: number[];
  /** The number of runs that ended without listing any. */
  stops: number;
  /** Set while a run is in progress: if a later run finds it, that run did not end. */
  isTrying?: true;
}

/** Lists the runs of a slice whose objects are read, in order. */
export const listedRuns = ({ listed, runs }: SliceState): number[] =>
  listed ?? Array.from({ length: runs }, (_, run) => run);

/** The state of the scan of a part, written after each of its steps. */
export interface PartState {
  /** The ranges of files that were scanned, one after the other. The secrets of each are an object. */
  looked: FileRange[];
  /** The number of the next file. All files before it were scanned, or are reported as gaps. */
  next: number;
  /** The number of files that are scanned together from here on; it shrinks after each step that did not end. */
  atOnce: number;
  /** Set while a step is in progress: if a later run finds it, that step did not end. */
  isTrying?: true;
  /** The number of steps that did not end. */
  stops: number;
  gaps: HistoryGap[];
  isHeadUnread?: true;
  isDone?: true;
}

/** Yields the values of an object with one JSON value per line. It holds only one line. */
export async function* jsonLines<T extends object>(body: Readable): AsyncGenerator<T> {
  for await (const line of createInterface({ input: body, crlfDelay: Infinity }))
    if (line !== '') yield storedJson<T>(line);
}

/** Makes a stream of values, one a line. */
export const lineStream = (values: AsyncIterable<unknown>): Readable => {
  const lines = async function* () {
    for await (const value of values) yield `${JSON.stringify(value)}\n`;
  };
  return Readable.from(lines(), { objectMode: false });
};

/** Reads an object of JSON; undefined when there is none. */
export const readJson = async <T extends object>(
  blobs: Pick<BlobReader<'work'>, 'get'>,
  key: BlobKey<'work'>,
): Promise<T | undefined> => {
  const content = await blobs.get(key);
  return content && storedJson<T>(content);
};
