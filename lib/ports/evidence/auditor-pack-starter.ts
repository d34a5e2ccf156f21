/** Starts the writing of an auditor pack; a second start for the same one does nothing. */
export interface AuditorPackStarter {
  start(request: { organizationId: string; packId: string }): Promise<void>;
}
