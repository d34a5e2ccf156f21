/** Starts writing an auditor pack; a second start for the same pack does nothing. */
export interface AuditorPackStarter {
  start(request: { organizationId: string; packId: string }): Promise<void>;
}
