import { gateObjectName } from '@scangate/engines/model/gate/gate-inputs';
import { resultObjectName, resultParts } from '@scangate/engines/model/results';
import { addMs, dayMs } from '../instant.ts';
import { Problem } from '../problem.ts';
import type { Scan } from '../records.ts';
import { baseAssessmentName } from './base/base-scan.ts';

/** Returns whether a scan ended longer ago than its retention. A scan that has not ended keeps everything. */
export const isPastRetention = (
  { finishedAt }: Pick<Scan, 'finishedAt'>,
  retentionDays: number,
  now: Date,
): boolean => finishedAt !== undefined && finishedAt < addMs(now, -retentionDays * dayMs);

/**
 * Lists the objects of a scan's payload: its gate inputs, and then the objects unit by unit. The record is kept,
 * with verdict, reason and summary.
 */
export const payloadNames = ({
  scanId,
  units,
  baseUnits = [],
  baseAssessedIn = scanId,
}: Pick<Scan, 'scanId' | 'units' | 'baseUnits' | 'baseAssessedIn'>): string[][] => [
  [gateObjectName(scanId)],
  ...baseUnits.map(({ projectUnitId }) => [
    baseAssessmentName({ scanId: baseAssessedIn, origin: 'compared' }, projectUnitId),
  ]),
  ...units.map(({ projectUnitId }) =>
    resultParts.map((part) => resultObjectName(scanId, projectUnitId, part)),
  ),
];

/** The response when an object of a completed unit has been removed. */
export const payloadExpiredProblem = ({ scanId }: Pick<Scan, 'scanId'>): Problem =>
  new Problem('payload_expired', {
    detail: 'The details of this scan were removed after their retention period. Its verdict remains.',
    scanId,
  });

/** Returns whether an error says that a payload has been removed. */
export const isPayloadExpired = (error: unknown): boolean =>
  error instanceof Problem && error.code === 'payload_expired';
