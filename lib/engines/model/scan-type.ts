/** The scan types of the API. */
export const scanTypes = ['sbom', 'sca', 'license', 'dependency-advisor', 'secrets', 'sast'] as const;
export type ScanType = (typeof scanTypes)[number];

/** Scan types that read a lockfile, manifest or SBOM; the others read source files. */
const dependencyTypes: readonly ScanType[] = ['sbom', 'sca', 'license', 'dependency-advisor'];

/** The scan types that read source files. */
const sourceScanTypes = ['secrets', 'sast'] as const satisfies ScanType[];
export type SourceScanType = (typeof sourceScanTypes)[number];

export const readsSource = (type: ScanType): type is SourceScanType =>
  sourceScanTypes.some((each) => each === type);

export const readsDependencies = (type: ScanType): boolean => dependencyTypes.includes(type);
