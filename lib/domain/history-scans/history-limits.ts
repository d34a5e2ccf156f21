import { hourMs, minuteMs } from '../instant.ts';

/** The limits of history scans (docs/adr/0131-history-scans.md). */
export const historyLimits = {
  /** One core credit pays for this many files, which also make one part. */
  filesPerCredit: 10_000,
  /** The limit of commits, whose ids take some hundred megabytes. */
  commits: 500_000,
  commitsPerSlice: 500,
  /** The limit of slices: an execution has a step for each slice and for each part. */
  slices: 1_000,
  /** The limit of files, which make 500 parts. */
  files: 5_000_000,
  /** The limit of files that one slice lists. */
  filesPerSlice: 500_000,
  /** The limit of branches and tags that point to different commits. */
  tips: 20_000,
  pathLength: 512,
  fileBytes: 8 * 1024 * 1024,
  /** The number of files that are in memory and on disk at the same time. */
  filesAtOnce: 2_000,
  /** The limit of secrets that are tracked. */
  secrets: 5_000,
  /** The limits of reasons that are reported for gaps, and of files that are named for each. */
  unread: 20,
  examples: 5,
  /**
   * Quotes are free of charge, so they are limited: per repository, and per organization, which could connect it
   * again.
   */
  quotesPerDay: 5,
  quotesPerDayOfOrganization: 50,
  /** The lists of files expire after a day; a history scan, including its time-outs, ends before. */
  quoteMs: 6 * hourMs,
  workflowMs: 5 * hourMs,
  /** The sweep waits this much longer, so that the workflow can report first. */
  graceMs: 15 * minuteMs,
  /** The sweep starts an execution that has not begun by then. */
  startMs: 2 * minuteMs,
  /** The limit of executions for one quote, or for scanning the parts. */
  attempts: 2,
  /** The limit of further executions, which do no more work and only end the scan with its results so far. */
  endings: 2,
  endingMs: hourMs,
  /** The number of times that the scan of a part may stop early, so that no scan continues forever. */
  stopsPerPart: 40,
  /** The number of times that planning may stop early, each time with a sixteenth of the branches and tags. */
  stopsOfPlan: 4,
  fewerTips: 16,
} as const;

/** The price in core credits. */
export const historyPrice = (files: number): number => Math.ceil(files / historyLimits.filesPerCredit);
