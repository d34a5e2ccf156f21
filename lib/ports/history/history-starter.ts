/** Starts work on a history scan; a second start of the same attempt does nothing. */
export interface HistoryStarter {
  start(work: {
    organizationId: string;
    repositoryId: string;
    historyScanId: string;
    /** The count of its files, the look at them, or its end once it was canceled. */
    phase: 'quote' | 'look' | 'cancel';
    /** From 1. */
    attempt: number;
  }): Promise<void>;
}
