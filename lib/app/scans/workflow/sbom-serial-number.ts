import { derivedId } from '@scangate/engines/model/digest';

/** The serial number of the SBOM of a unit, which a second run gives again. */
export const sbomSerialNumber = (scanId: string, projectUnitId: string): string =>
  `urn:uuid:${derivedId('sbom', scanId, projectUnitId)}`;
