/** The result of an import of advisories. */
export interface AdvisoryReport {
  switched: boolean;
  /** The reason when nothing changed. */
  failure?: string;
  snapshotId?: string;
  records: { advisories: number; withdrawn: number; irrelevant: number; commitsOnly?: number; bad: number };
  /** The first of the bad records. */
  badRecords: { name: string; reason: string }[];
  shards: { ecosystem: string; records: number }[];
  /** Set when the source was EPSS scores or the KEV catalog. */
  signals?: { kind: string; records: number };
  /** Set when the source held NVD feeds: CVEs with a rating, and advisories that got their severity from one. */
  ratings?: { records: number; rated: number };
  /** Set when the source was license data. */
  licenses?: { day: string; packages: number };
  /** Set when the source was an archive of poms. */
  poms?: number;
  /** Imported advisories without a severity. */
  unrated?: number;
}
