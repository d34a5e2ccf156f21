/** Starts the erasure of an organization. A second start with the same cause does nothing. */
export interface ErasureStarter {
  start(organizationId: string, cause: string): Promise<void>;
}

/** Starts writing an export; a second start for the same export does nothing. */
export interface ExportStarter {
  start(request: { organizationId: string; exportId: string }): Promise<void>;
}
