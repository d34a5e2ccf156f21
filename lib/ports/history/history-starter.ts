/** Starts work on a history scan; a second start of the same attempt does nothing. */
export interface HistoryStarter {
  start(work: {
    organizationId: string;
    repositoryId: string;
    historyScanId: string;
    /** The count of its files, or the look at them. */
    phase: 'quote' | 'look';
    /** From 1. */
    attempt: number;
  }): Promise<void>;
}
