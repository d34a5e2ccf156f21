/** A project unit that is judged again. */
export interface WatchedUnit {
  organizationId: string;
  repositoryId: string;
  projectUnitId: string;
}

/** Starts the watch, with units that it judges again whatever changed. */
export interface WatchRequest {
  /** Equal requests with the same cause are one execution. */
  cause: string;
  units: readonly WatchedUnit[];
}

/** Starts the watch workflow; succeeds when it already runs for this cause. */
export interface WatchStarter {
  start(request: WatchRequest): Promise<void>;
}

/** Stores the list that the workflow processes; it expires after a day. */
export interface WatchLists {
  put(name: string, items: readonly object[]): Promise<{ bucket: string; key: string }>;
}
