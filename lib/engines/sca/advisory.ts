export type { Advisory, AdvisoryIndex, CvssScore, VersionRange } from '../model/advisory.ts';
