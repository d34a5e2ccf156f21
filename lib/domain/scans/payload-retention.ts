import { instantAfter } from '../instant.ts';
import { Problem } from '../problem.ts';
import type { Scan, ScanUnit } from '../records.ts';
import { resultObjectName, resultParts } from '@scangate/engines/model/results';
import { appliesToUnit } from './scan-scope.ts';

const dayMs = 86_400_000;

/** Whether what a scan left behind may go: it ended longer ago than that. One that has not ended keeps all it has. */
export const isPastRetention = (scan: Pick<Scan, 'finishedAt'>, days: number, now: Date): boolean =>
  scan.finishedAt !== undefined && scan.finishedAt < instantAfter(now, -days * dayMs);

/** The objects of a scan's payload, unit by unit. Its record stays, and with it verdict, reason and summary. */
export const payloadNames = ({ scanId, units }: Pick<Scan, 'scanId' | 'units'>): string[][] =>
  units.map(({ projectUnitId }) => resultParts.map((part) => resultObjectName(scanId, projectUnitId, part)));

/** Whether a unit of a scan leaves an SBOM when it completes. */
export const producesSbom = (scan: Pick<Scan, 'scanTypes' | 'artifact'>, unit: ScanUnit): boolean =>
  scan.scanTypes.includes('sbom') && (scan.artifact !== undefined || appliesToUnit('sbom', unit.type));

/** The answer where an object is gone that a completed unit has left. */
export const payloadExpiredProblem = ({ scanId }: Pick<Scan, 'scanId'>): Problem =>
  new Problem('payload_expired', {
    detail: 'The details of this scan were removed after the time they are kept. Its verdict remains.',
    scanId,
  });
