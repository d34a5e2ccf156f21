/** Starts a phase of a history scan; a second start of the same attempt does nothing. */
export interface HistoryStarter {
  start(work: {
    organizationId: string;
    repositoryId: string;
    historyScanId: string;
    /** The counting of its files, their scan, or the end of a canceled scan. */
    phase: 'quote' | 'look' | 'cancel';
    /** From 1. */
    attempt: number;
  }): Promise<void>;
}
