import { unknownFindings, type ReviewedFindings } from '@scangate/engines/model/gate/reviewed-findings';
import type { BaseStatus, IgnoreText, ReviewedSide } from '@scangate/engines/model/gate/reviewed-side';
import { sourceLimits } from '@scangate/engines/model/source-files';
import { createLineIndex } from '@scangate/engines/source-files/line-index';
import { sourceText } from '@scangate/engines/source-files/source-text';
import { allowCommentsOf, allowEnds, readAllowComments } from '@scangate/engines/suppression/allow-comment';
import { ignoreFileName, isIgnoreFile } from '@scangate/engines/suppression/ignore-file';
import { SourceFailure, type FileSelection, type SourceLocation, type Sources } from '#ports/git-sources.ts';
import type { SourceSpool } from '#ports/source-archive.ts';
import { decodeUtf8 } from '#app/decode-utf8.ts';

type ReviewedSources = Pick<Sources, 'resolveBranch' | 'ancestorsOf' | 'fetchCommit'>;

/** A commit whose reviewed side is requested. */
export interface ReviewedSideRequest {
  location: SourceLocation;
  commitHash: string;
  /** The branches that only reviewed changes reach, the default one first. */
  branches: readonly string[];
  /** The commit with which the scan is compared. */
  base?: string | undefined;
  /** The files of the commit with the ids of their contents. */
  ids: ReadonlyMap<string, string>;
  /** The files that have allow comments. */
  commented: readonly string[];
  /** Set when the findings of the reviewed side are requested. */
  findings?: {
    /** Receives the files that the commit lacks or has changed. */
    spool: SourceSpool;
    detect: (same: readonly string[]) => Promise<ReviewedFindings>;
  };
  /** The key for digests of lines. */
  lineKey: string;
}

interface Tip {
  branch: string;
  tip: string;
  /** Those of the commit and the base that it has. */
  has: Set<string>;
}

/** The limit of files whose comments are compared with the tip; a comment in a further one counts as new. */
const maxCommented = 20_000;
const maxComments = 5_000;

/** The limit of bytes of an ignore file, since a report has to fit into the response of a function. */
const ignoreFileBytes = 64 * 1024;
const maxIgnoreFiles = 40;

/** Keeps an ignore file unless it is larger than any hand-written one, or there are more than a report can hold. */
export const keepIgnoreFile = (kept: IgnoreText[], path: string, content: Uint8Array): void => {
  if (content.length <= ignoreFileBytes && kept.length < maxIgnoreFiles)
    kept.push({ path, text: decodeUtf8(content) });
};

const isAbsent = (error: unknown): boolean =>
  error instanceof SourceFailure && error.errorCode === 'branch_or_commit_not_found';

/** Reads the tips of the existing branches, and which of the commits each of them has. */
const readTips = async (
  { location, commitHash, branches, base }: ReviewedSideRequest,
  sources: ReviewedSources,
  signal: AbortSignal,
): Promise<Tip[]> => {
  const tips: Tip[] = [];
  const commits = base === undefined ? [commitHash] : [commitHash, base];
  for (const branch of branches) {
    try {
      const tip = await sources.resolveBranch(location, branch, signal);
      const has = new Set(await sources.ancestorsOf({ location, tip, commits }, signal));
      tips.push({ branch, tip, has });
      if (has.size === new Set(commits).size) break;
    } catch (error) {
      if (!isAbsent(error)) throw error;
    }
  }
  return tips;
};

/**
 * Chooses the reviewed side of the commit: a branch that has the commit, else one that has the base, else the first.
 */
const chooseTip = (
  tips: readonly Tip[],
  { commitHash, base }: Pick<ReviewedSideRequest, 'commitHash' | 'base'>,
): Tip | undefined =>
  tips.find(({ has }) => has.has(commitHash)) ??
  tips.find(({ has }) => base !== undefined && has.has(base)) ??
  tips[0];

/** Distinguishes a base that the host no longer has from one that was not reviewed. */
const standingOf = async (
  { location, base }: ReviewedSideRequest & { base: string },
  { sources, tips }: { sources: ReviewedSources; tips: readonly Tip[] },
  signal: AbortSignal,
): Promise<BaseStatus> => {
  if (tips.some(({ has }) => has.has(base))) return 'reviewed';
  const nothing: FileSelection = { names: [], paths: [], ids: [] };
  try {
    const selected = { location, commitHash: base, limits: sourceLimits, selection: nothing };
    const { files } = await sources.fetchCommit(selected, signal);
    for await (const _ of files) break;
    return 'not_reviewed';
  } catch (error) {
    if (isAbsent(error)) return 'absent';
    throw error;
  }
};

const commentsIn = (path: string, content: Uint8Array, key: string): ReviewedSide['comments'] => {
  const bytes = sourceText(content);
  if (!bytes) return [];
  const text = bytes.toString('latin1');
  const lines = createLineIndex(text);
  const comments = readAllowComments(text, lines, allowEnds(text));
  return allowCommentsOf(comments, { scanner: 'secrets', file: path, text, lines, secrets: [], key }).map(
    ({ rule, file, lineDigest }) => ({ rule, file, lineDigest }),
  );
};

/**
 * Reads the ignore files of the tip, and the comments of the files that the commit has changed.
 * @throws SourceFailure
 */
const readSuppressions = async (
  { location, ids, commented, findings, lineKey }: ReviewedSideRequest,
  { tip, sources }: { tip: string; sources: ReviewedSources },
  signal: AbortSignal,
): Promise<Pick<ReviewedSide, 'ignoreFiles' | 'comments' | 'unchanged' | 'findings'>> => {
  const compared = commented.slice(0, maxCommented);
  const idsOf = new Map(compared.map((path) => [path, ids.get(path) ?? '']));
  const selection = {
    names: [ignoreFileName],
    paths: compared,
    ids: [...idsOf.values()],
    ...(findings && { differing: [...ids] }),
  };
  const { files, same = [] } = await sources.fetchCommit(
    { location, commitHash: tip, limits: sourceLimits, selection },
    signal,
  );
  const ignoreFiles: ReviewedSide['ignoreFiles'] = [];
  const comments: ReviewedSide['comments'] = [];
  const held = new Set<string>();
  for await (const { path, id, content } of files) {
    if (isIgnoreFile(path)) {
      keepIgnoreFile(ignoreFiles, path, content);
      continue;
    }
    if (findings && ids.get(path) !== id) findings.spool.add(path, content);
    held.add(id);
    if (idsOf.has(path) && idsOf.get(path) !== id)
      comments.push(...commentsIn(path, content, lineKey).slice(0, maxComments - comments.length));
  }
  const isUnchanged = (path: string): boolean => held.has(idsOf.get(path) ?? '');
  return {
    ignoreFiles,
    comments,
    unchanged: compared.filter(isUnchanged),
    ...(findings && { findings: await findings.detect(same) }),
  };
};

/**
 * Reads the reviewed side of a commit from its host. Statements of a request about branches have no influence. A tip
 * whose history is available but whose files are not suppresses nothing.
 * @returns undefined when no reviewed branch exists: then nothing of a repository suppresses.
 * @throws SourceFailure, Transient
 */
export const readReviewedSide = async (
  request: ReviewedSideRequest,
  sources: ReviewedSources,
  signal: AbortSignal,
): Promise<ReviewedSide | undefined> => {
  const tips = await readTips(request, sources, signal);
  const chosen = chooseTip(tips, request);
  if (!chosen) return undefined;
  const { branch, tip, has } = chosen;
  const { base, commitHash } = request;
  const headIsReviewed = has.has(commitHash);
  const suppressions = headIsReviewed
    ? { ignoreFiles: [], comments: [], unchanged: [] }
    : await readSuppressions(request, { tip, sources }, signal).catch((error: unknown) => {
        if (!(error instanceof SourceFailure)) throw error;
        const findings = request.findings && { findings: unknownFindings };
        return { ignoreFiles: [], comments: [], unchanged: [], ...findings };
      });
  return {
    branch,
    tip,
    headIsReviewed,
    ...(base !== undefined && { base: await standingOf({ ...request, base }, { sources, tips }, signal) }),
    ...suppressions,
  };
};
