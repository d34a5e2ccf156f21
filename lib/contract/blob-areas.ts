/** Prefixes of the data bucket. */
export const areaPrefixes = {
  /** Uploaded requests and artifacts that do not belong to a scan yet; they expire after a day. */
  incoming: 'incoming/',
  /** Sources of scans in progress, one object per unit; they expire after a day. */
  work: 'work/',
  /** Empty objects by which the functions that reach no table learn that a scan was canceled; they expire after a day. */
  stopped: 'stopped/',
  /** The claims of pipelines, by digest. */
  pipelines: 'pipelines/',
  /** Results by organization: findings and SBOM. */
  results: 'results/',
  /** Auditor packs; they expire after thirty days. */
  packs: 'packs/',
  /** Exports of organizations; they expire after seven days. */
  exports: 'exports/',
  /** The documents of releases, and the assessments with which the watch judges them. */
  releases: 'releases/',
  /** The packages of each unit in the component index. */
  index: 'index/',
} as const;
export type BlobArea = keyof typeof areaPrefixes;

/** The advisory snapshot is not an area, because it belongs to the service rather than an organization. */
export const advisoriesPrefix = 'advisories/';
/** The lists that the watch processes contain all organizations; they expire after a day. */
export const watchPrefix = 'watch/';
/** The license cache is not an area either: registry data is the same for every organization. */
export const licensesPrefix = 'licenses/';
