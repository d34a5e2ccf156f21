/** Headers that a distribution in front of the API sets, whatever its viewer sent (docs/adr/0051-viewer-rate.md). */

/** The secret that proves the distribution. */
export const distributionSecretHeader = 'Scangate-Distribution';
/** The address of the viewer. */
export const viewerHeader = 'Scangate-Viewer';
/** The host at which the viewer reached the distribution. */
export const viewerHostHeader = 'Scangate-Viewer-Host';
