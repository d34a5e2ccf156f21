import { unknownFindings, type ReviewedFindings } from '@scangate/engines/model/gate/reviewed-findings';
import type { SourceArchive } from '#ports/source-archive.ts';
import type { DetectionQuestion, SourceDetector } from '#ports/unit-assessor.ts';

/** The files of the judged commit, with the ids of their contents. */
export interface CommitFiles {
  ids: ReadonlyMap<string, string>;
  /** The files that have allow comments. */
  commented: readonly string[];
  read: (path: string) => Uint8Array;
}

/** The part of the reviewed commit that differs from the judged one. */
export interface DifferingFiles {
  paths: readonly string[];
  read: (path: string) => Uint8Array;
  /** The files that are equal in both. */
  same: readonly string[];
}

export interface DetectionPorts {
  detector: SourceDetector;
  sourceArchive: Pick<SourceArchive, 'openSpool' | 'pack'>;
}

/** Beyond this number, no file of the commit counts as unchanged. */
const maxChanged = 10_000;
/** The limit of characters of a report, which has to fit into the response of a function. */
const maxCharacters = 2_500_000;
/** Equal code is analyzed together with the differing files up to this size. */
const followedBytes = 16 * 1024 * 1024;
const followedFileBytes = 1024 * 1024;

const allowedCode = /scangate:allow[ \t:]{1,8}(?:custom\/|(?:go|java|js|py|tpl)-)/;
export const codeFile = /\.(?:[cm]?[jt]sx?|pyw?|java|go|vue|jspf?|tag|html?)$/i;

/** Whether a file of code has a comment that suppresses findings. */
export const allowsCode = (path: string, { read }: Pick<CommitFiles, 'read'>): boolean =>
  codeFile.test(path) && allowedCode.test(Buffer.from(read(path)).toString('latin1'));

/** Returns the equal code of both commits; undefined when it is not needed, or too large. */
const equalCode = (head: CommitFiles, { same }: DifferingFiles): string[] | undefined => {
  if (!head.commented.some((path) => allowsCode(path, head))) return undefined;
  const paths: string[] = [];
  let bytes = 0;
  for (const path of same) {
    if (!codeFile.test(path)) continue;
    const { length } = head.read(path);
    if (length > followedFileBytes) continue;
    bytes += length;
    if (bytes > followedBytes) return undefined;
    paths.push(path);
  }
  return paths;
};

/**
 * Finds what the reviewed commit has in files that the judged one lacks or has changed, so that no finding becomes
 * less severe by moving. If comments allow weaknesses, the equal code is analyzed as well, since it may call them.
 */
export const detectReviewedFindings = async (
  { head, reviewed, question }: { head: CommitFiles; reviewed: DifferingFiles; question: DetectionQuestion },
  { detector, sourceArchive }: DetectionPorts,
  signal: AbortSignal,
): Promise<ReviewedFindings> => {
  const same = new Set(reviewed.same);
  const changed = [...head.ids.keys()].filter((path) => !same.has(path));
  const differs = new Set(reviewed.paths);
  const equal = question.scanTypes.includes('sast') ? equalCode(head, reviewed) : undefined;
  const paths = [...reviewed.paths, ...(equal ?? [])];
  const read = (path: string): Uint8Array => (differs.has(path) ? reviewed.read(path) : head.read(path));
  const archive = sourceArchive.pack({ paths, read, relative: (path) => path }, []);
  const { detections, complete } =
    paths.length === 0
      ? { detections: [], complete: true }
      : await detector.detect(archive, question, signal);
  const commented = new Set(head.commented);
  const found: ReviewedFindings = {
    detections: detections.filter(({ file }) => differs.has(file)),
    changed: changed.length > maxChanged ? 'all' : changed,
    complete,
    ...(equal && {
      commented: detections.filter(
        ({ kind, file }) => kind === 'code' && !differs.has(file) && commented.has(file),
      ),
    }),
  };
  return JSON.stringify(found).length > maxCharacters ? unknownFindings : found;
};
