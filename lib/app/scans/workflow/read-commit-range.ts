import type { DetectedFindings } from '@scangate/engines/model/gate/reviewed-findings';
import type { CustomRule } from '@scangate/engines/model/gate/custom-rules';
import type { SecretVerifier } from '@scangate/engines/model/gate/secret-liveness';
import type { RangeFindings, RangeSecret } from '@scangate/engines/model/gate/commit-range-findings';
import { errorFields, type Log } from '#ports/log.ts';
import { SourceFailure, type SourceLocation, type Sources } from '#ports/git-sources.ts';
import type { DetectionPorts } from './detect-reviewed-findings.ts';

/** The commits between what is known and a head. */
export interface RangeRequest {
  location: SourceLocation;
  head: string;
  known: readonly string[];
  /** The key for digests of secrets. */
  lineKey: string;
  customRules?: readonly CustomRule[] | undefined;
  /** Queries the providers of secrets; absent where none is queried. */
  secretVerifier?: SecretVerifier | undefined;
}

export interface RangePorts extends DetectionPorts {
  sources: Pick<Sources, 'fetchCommitRange'>;
  log: Log;
  /** Whether a function with more memory fetches the commit again when this one fails. */
  retriesWithMore?: boolean;
}

/** Returns whether a failure may be caused by too little memory, and is left to a function with more. */
export const shouldRetryWithMoreMemory = (
  error: unknown,
  { retriesWithMore }: Pick<RangePorts, 'retriesWithMore'>,
): boolean =>
  retriesWithMore === true &&
  !(error instanceof SourceFailure) &&
  !(error instanceof Error && error.name === 'TimeoutError');

/** A pull request has a limited number of commits. Commits beyond these limits are reported as not examined. */
const rangeLimits = {
  commits: 1_000,
  files: 10_000,
  fileBytes: 8 * 1024 * 1024,
  totalBytes: 128 * 1024 * 1024,
  pathLength: 1_024,
} as const;

/** The limit of secrets, whose report has to fit into the response of a function. */
const maxSecrets = 1_000;
const maxUnread = 20;

/** Splits a path after its first segment. */
const behindFirst = (path: string): [first: string, rest: string] => {
  const at = path.indexOf('/');
  return [path.slice(0, at), path.slice(at + 1)];
};

/** Puts one place of each secret before its further places, so that copies of one leave room for the others. */
const everySecretFirst = (secrets: readonly RangeSecret[]): RangeSecret[] => {
  const firsts = new Map(secrets.toReversed().map((found) => [`${found.rule} ${found.content}`, found]));
  const isFirst = new Set(firsts.values());
  return [
    ...secrets.filter((found) => isFirst.has(found)),
    ...secrets.filter((found) => !isFirst.has(found)),
  ];
};

const unreadable: RangeFindings = { commits: 0, secrets: [], unread: ['the history cannot be read'] };

/** Reads the secrets of the range. @throws SourceFailure, or the reason of the signal */
const readSecrets = async (
  { location, head, known, lineKey, customRules, secretVerifier }: RangeRequest,
  { sources, detector, sourceArchive }: RangePorts,
  signal: AbortSignal,
): Promise<RangeFindings> => {
  const spool = sourceArchive.openSpool();
  try {
    const range = await sources.fetchCommitRange({ location, head, known, limits: rangeLimits }, signal);
    // Two files of a commit can have the same path, if a host or a committer wants it: neither may hide the other.
    let files = 0;
    for await (const { path, content } of range.files) spool.add(`${(files += 1)}/${path}`, content);
    const paths = [...spool.paths];
    const packed = { paths, read: (path: string) => spool.read(path), relative: (path: string) => path };
    const question = { scanTypes: ['secrets'] as const, lineKey, customRules, secretVerifier };
    const { detections, complete, isPartial, unaskedSecrets }: DetectedFindings =
      paths.length === 0
        ? { detections: [], complete: true }
        : await detector.detect(sourceArchive.pack(packed, []), question, signal);
    const secrets = detections.map((found): RangeSecret => {
      const [commitHash, file] = behindFirst(behindFirst(found.file)[1]);
      return { ...found, commitHash, file };
    });
    const unread = [
      ...range.unread,
      ...range.skipped.map(({ path }) => `${behindFirst(path)[1]} is too large`),
      ...(isPartial ? ['some files could be looked at in part only'] : []),
      ...(unaskedSecrets === undefined
        ? []
        : [`no provider was asked about ${unaskedSecrets} of the secrets: the limit of a scan is reached`]),
      ...(complete && secrets.length <= maxSecrets ? [] : [`more than ${maxSecrets} secrets`]),
    ];
    return {
      commits: range.commits.length,
      secrets: everySecretFirst(secrets).slice(0, maxSecrets),
      unread: unread.slice(0, maxUnread),
    };
  } finally {
    spool.close();
  }
};

/**
 * Finds the secrets that the commits between a base and a head added and removed again. A history that cannot be
 * read does not fail the scan; it is reported.
 */
export const readRange = async (
  request: RangeRequest,
  ports: RangePorts,
  { signal, timeoutMs }: { signal: AbortSignal; timeoutMs: number },
): Promise<RangeFindings> => {
  if (request.known.includes(request.head)) return { commits: 0, secrets: [], unread: [] };
  try {
    return await readSecrets(request, ports, AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]));
  } catch (error) {
    signal.throwIfAborted();
    if (shouldRetryWithMoreMemory(error, ports)) throw error;
    ports.log.warn('the history of the range cannot be read', errorFields(error));
    return unreadable;
  }
};
