/** The scan types of the API. */
export const scanTypes = ['sbom', 'sca', 'license', 'dependency-advisor', 'secrets', 'sast'] as const;
export type ScanType = (typeof scanTypes)[number];

/** Scan types that read a lockfile, manifest or SBOM; the others read source files. */
const dependencyTypes: readonly ScanType[] = ['sbom', 'sca', 'license', 'dependency-advisor'];

export const readsDependencies = (type: ScanType): boolean => dependencyTypes.includes(type);
