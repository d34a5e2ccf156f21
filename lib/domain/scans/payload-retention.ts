import { gateObjectName } from '@scangate/engines/model/gate/gate-inputs';
import { resultObjectName, resultParts } from '@scangate/engines/model/results';
import { addMs, dayMs } from '../instant.ts';
import { Problem } from '../problem.ts';
import type { Scan } from '../records.ts';
import { baseAssessmentName } from './base/base-scan.ts';

/** Whether a scan ended longer ago than its retention. A scan that has not ended keeps everything. */
export const isPastRetention = (
  { finishedAt }: Pick<Scan, 'finishedAt'>,
  retentionDays: number,
  now: Date,
): boolean => finishedAt !== undefined && finishedAt < addMs(now, -retentionDays * dayMs);

/** Lists the objects of a scan's payload: what it was judged by, and then unit by unit. The record stays, with verdict, reason and summary. */
export const payloadNames = ({
  scanId,
  units,
  baseUnits = [],
}: Pick<Scan, 'scanId' | 'units' | 'baseUnits'>): string[][] => [
  [gateObjectName(scanId)],
  ...baseUnits.map(({ projectUnitId }) => [
    baseAssessmentName({ scanId, origin: 'compared' }, projectUnitId),
  ]),
  ...units.map(({ projectUnitId }) =>
    resultParts.map((part) => resultObjectName(scanId, projectUnitId, part)),
  ),
];

/** The answer when an object that a completed unit left has been removed. */
export const payloadExpiredProblem = ({ scanId }: Pick<Scan, 'scanId'>): Problem =>
  new Problem('payload_expired', {
    detail: 'The details of this scan were removed after their retention period. Its verdict remains.',
    scanId,
  });

/** Whether an error says that a payload has been removed. */
export const isPayloadExpired = (error: unknown): boolean =>
  error instanceof Problem && error.code === 'payload_expired';
