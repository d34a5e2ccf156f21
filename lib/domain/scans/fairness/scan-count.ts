/** Notes how a scan is counted as active, so that its end is counted likewise; empty for a scan outside of the sample. */
export interface ScanCount {
  /** The day on which it was counted as active, for scans that represent others. */
  countedOn?: string;
  /** The number of one-unit scans as which it was counted; absent for one. */
  countedAs?: number;
  /** The row of the global count in which it is counted, drawn with `countedFor`; absent if an older version created it. */
  countedIn?: number;
  /** The number of scans that it represents, drawn when it is created; no response shows it. Absent for 16, as older versions counted. */
  countedFor?: number;
}
