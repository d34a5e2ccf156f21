import type { Records } from '@scangate/domain/record-changes';
import type { HistoryGap } from '@scangate/domain/history-scans/history-gaps';
import { historyScanStatuses } from '@scangate/domain/history-scans/history-scan-records';
import type { Charge } from '@scangate/domain/records';
import { listOf, number, objectOf, oneOf, optional, text, type FieldParsers } from './parse-value.ts';
import { chargedPeriods } from './scan-unit-parsers.ts';
import { errorCode } from './verdict-parsers.ts';

export const historyScan: FieldParsers<Records['historyScan']> = {
  organizationId: text,
  repositoryId: text,
  historyScanId: text,
  status: oneOf(historyScanStatuses),
  personId: text,
  billingAccountId: text,
  sourceTrigger: oneOf(['api', 'cli', 'manual']),
  requestedAt: text,
  requestsOfDay: number,
  quotedAt: optional(text),
  head: optional(text),
  commits: optional(number),
  files: optional(number),
  credits: optional(number),
  startedAt: optional(text),
  chargedPeriods: optional(chargedPeriods),
  promotionsVersions: optional(objectOf<Charge>({ core: optional(number), sast: optional(number) })),
  clientMonth: optional(text),
  cancelledAt: optional(text),
  partsDone: optional(number),
  attempts: number,
  attemptAt: text,
  finishedAt: optional(text),
  secrets: optional(number),
  gone: optional(number),
  refunded: optional(number),
  gaps: optional(
    listOf(objectOf<HistoryGap>({ reason: text, count: number, examples: optional(listOf(text)) })),
  ),
  errorCode: optional(errorCode),
  error: optional(text),
  dueQueue: optional(text),
  dueAt: optional(text),
};
