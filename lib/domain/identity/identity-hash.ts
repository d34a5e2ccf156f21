import { sha256 } from '@scangate/engines/model/digest';

/**
 * Names a subject at an issuer. A subject of an organization's own issuer is somebody in that organization alone, whatever
 * the issuer says.
 */
export const identityHash = ({
  issuer,
  subject,
  organizationId,
}: {
  issuer: string;
  subject: string;
  organizationId?: string | undefined;
}): string => sha256(JSON.stringify([organizationId ?? null, issuer, subject]));
