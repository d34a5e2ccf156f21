/** Starts the erasure of an organization. A second start for one cause does nothing. */
export interface ErasureStarter {
  start(organizationId: string, cause: string): Promise<void>;
}

/** Starts the writing of an export; a second start for the same one does nothing. */
export interface ExportStarter {
  start(request: { organizationId: string; exportId: string }): Promise<void>;
}
