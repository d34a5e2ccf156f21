export type { Advisory, AdvisoryIndex, CvssScore, VersionRange } from '../../domain/scans/advisory.ts';
