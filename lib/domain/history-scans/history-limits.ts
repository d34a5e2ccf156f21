import { hourMs, minuteMs } from '../instant.ts';

/** The limits of history scans (docs/adr/0131-history-scans.md). */
export const historyLimits = {
  /** A core credit pays for this many files, which are also looked at together. */
  filesPerCredit: 10_000,
  /** The most commits, whose ids fill some hundred megabytes. */
  commits: 500_000,
  commitsPerSlice: 500,
  /** An execution has a step for each slice and for each part. */
  slices: 1_000,
  /** The most files, which are 500 parts. */
  files: 5_000_000,
  /** The files that one slice lists at most. */
  filesPerSlice: 500_000,
  /** The branches and tags of different commits. */
  tips: 20_000,
  pathLength: 512,
  fileBytes: 8 * 1024 * 1024,
  /** The files that are in memory and on disk together. */
  filesAtOnce: 2_000,
  /** The most secrets that are tracked. */
  secrets: 5_000,
  /** The most reasons that are reported for what was not scanned, and the files that are named for each. */
  unread: 20,
  examples: 5,
  /** Free of charge, so that there are not many: of a repository, and of an organization that connects it again. */
  quotesPerDay: 5,
  quotesPerDayOfOrganization: 50,
  /** The lists of files expire after a day, before which a history scan ends with its time-outs. */
  quoteMs: 6 * hourMs,
  workflowMs: 5 * hourMs,
  /** The sweep waits this much longer, so that the workflow can report first. */
  graceMs: 15 * minuteMs,
  /** The sweep starts an execution that did not begin by then. */
  startMs: 2 * minuteMs,
  /** The executions of one quote, or of one look at the parts. */
  attempts: 2,
  /** The executions after them that do no further work, and only end it with what there is. */
  endings: 2,
  endingMs: hourMs,
  /** The number of times that the scan of a part may stop early, so that none continues forever. */
  stopsPerPart: 40,
} as const;

/** The price in core credits. */
export const historyPrice = (files: number): number => Math.ceil(files / historyLimits.filesPerCredit);
