import { derivedId } from '@scangate/engines/model/digest';

/** Returns the serial number of the SBOM of a unit, which is the same in a second run. */
export const sbomSerialNumber = (scanId: string, projectUnitId: string): string =>
  `urn:uuid:${derivedId('sbom', scanId, projectUnitId)}`;
