import { addMs } from '../instant.ts';
import type { HistoryScan } from '../records.ts';
import { gapText } from './history-gaps.ts';
import { historyLimits } from './history-limits.ts';

/** A history scan as its organization sees it. A quote states until when it can be accepted. */
export const historyScanView = (scan: HistoryScan) => {
  const { historyScanId, repositoryId, status, requestedAt, quotedAt, credits } = scan;
  const { commits, files, startedAt, partsDone, finishedAt, errorCode, error } = scan;
  return {
    historyScanId,
    repositoryId,
    status,
    requestedAt,
    ...(quotedAt !== undefined && {
      quote: {
        commits: commits ?? 0,
        files: files ?? 0,
        credits: { core: credits ?? 0, sast: 0 },
        quotedAt,
        validUntil: addMs(new Date(quotedAt), historyLimits.quoteMs),
      },
    }),
    ...(startedAt !== undefined && {
      startedAt,
      progress: { parts: credits ?? 0, done: partsDone ?? 0 },
    }),
    ...(scan.cancelledAt !== undefined && { cancelledAt: scan.cancelledAt }),
    ...(finishedAt !== undefined && { finishedAt }),
    ...(scan.secrets !== undefined && { secrets: { total: scan.secrets, goneFromHead: scan.gone ?? 0 } }),
    ...(scan.refunded !== undefined && { refunded: { core: scan.refunded, sast: 0 } }),
    unread: (scan.gaps ?? []).map(gapText),
    gaps: (scan.gaps ?? []).map(({ examples = [], ...gap }) => ({ ...gap, examples })),
    ...(errorCode !== undefined && { errorCode }),
    ...(error !== undefined && { error }),
  };
};
