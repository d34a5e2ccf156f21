import { after } from '../instant.ts';
import { Problem } from '../problem.ts';
import type { Scan, ScanUnit } from '../records.ts';
import { resultName, resultParts } from './results.ts';
import { fitsUnit } from './scope.ts';

const dayMs = 86_400_000;

/** Whether what a scan left behind may go: it ended longer ago than that. One that has not ended keeps all it has. */
export const isPastRetention = (scan: Pick<Scan, 'finishedAt'>, days: number, now: Date): boolean =>
  scan.finishedAt !== undefined && scan.finishedAt < after(now, -days * dayMs);

/** The objects of a scan's payload, unit by unit. Its record stays, and with it verdict, reason and summary. */
export const payloadOf = ({ scanId, units }: Pick<Scan, 'scanId' | 'units'>): string[][] =>
  units.map(({ projectUnitId }) => resultParts.map((part) => resultName(scanId, projectUnitId, part)));

/** Whether a unit of a scan leaves an SBOM when it completes. */
export const leavesSbom = (scan: Pick<Scan, 'scanTypes' | 'artifact'>, unit: ScanUnit): boolean =>
  scan.scanTypes.includes('sbom') && (scan.artifact !== undefined || fitsUnit('sbom', unit.type));

/** The answer where an object is gone that a completed unit has left. */
export const payloadExpired = ({ scanId }: Pick<Scan, 'scanId'>): Problem =>
  new Problem('payload_expired', {
    detail: 'The details of this scan were removed after the time they are kept. Its verdict remains.',
    scanId,
  });
