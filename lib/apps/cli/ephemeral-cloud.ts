/** A service of one's own for the time of one command. What it is made of, `bin/cli.ts` knows. */
export interface EphemeralCloud {
  baseUrl: string;
  /** The owner sets up; the service token scans, as a pipeline would. */
  tokens: { owner: string; service: string };
  /** Loads advisories from these sources, or the built-in sample ones when there are none. */
  importAdvisories(
    sources: readonly string[],
    told: (advisories: number) => unknown,
  ): Promise<AdvisoryReport>;
  /** The newest commit of a branch, `HEAD` for the default one. @throws CliFailure */
  newestCommit(repositoryUrl: string, branch: string): Promise<string>;
  /** Ends it and removes what it kept. */
  close(): Promise<void>;
}

/** What an import did. */
export interface AdvisoryReport {
  switched: boolean;
  /** Why nothing changed. */
  failure?: string;
  snapshotId?: string;
  records: { advisories: number; withdrawn: number; irrelevant: number; commitsOnly?: number; bad: number };
  /** The first of the bad records. */
  badRecords: { name: string; reason: string }[];
  shards: { ecosystem: string; records: number }[];
  /** Set when the source was EPSS scores or the KEV catalogue. */
  signals?: { kind: string; records: number };
}
