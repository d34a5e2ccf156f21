import { sha256 } from '@scangate/engines/model/digest';

/**
 * Identifies a subject at an issuer. A subject of an organization's own issuer only exists in that organization,
 * whatever the issuer claims.
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
