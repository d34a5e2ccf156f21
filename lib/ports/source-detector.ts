import type { DetectedFindings } from '@scangate/engines/model/gate/reviewed-findings';
import type { SourceScanType } from '@scangate/engines/model/scan-type';

/** Finds what the engines of source files find in files that are not a unit, apart from whatever the caller may reach. */
export interface SourceDetector {
  /**
   * @param archive of the files, as a unit's is packed.
   * @throws Error, or the reason of the signal.
   */
  detect(
    archive: AsyncIterable<Uint8Array>,
    question: { scanTypes: readonly SourceScanType[]; lineKey: string },
    signal: AbortSignal,
  ): Promise<DetectedFindings>;
}
