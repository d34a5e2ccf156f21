import { noPublishedPoms } from '@scangate/engines/model/poms/published-poms';
import { noLicenseSource } from '#ports/license-source.ts';
import type { OpenSecretVerifier } from '#ports/scans/secret-verifiers.ts';

/**
 * Calls nobody outside: no license source, no published poms, and no provider of secrets. A test that
 * expects an answer replaces `open`.
 */
export const noOutsideCalls = () => {
  const providersOfSecrets: { open: OpenSecretVerifier } = {
    open: () => ({
      accepts: () => false,
      verify: async (candidates) => candidates.map(() => 'unknown'),
    }),
  };
  const openSecretVerifier: OpenSecretVerifier = (...asked) => providersOfSecrets.open(...asked);
  return {
    licenseSource: noLicenseSource,
    publishedPoms: noPublishedPoms,
    providersOfSecrets,
    openSecretVerifier,
  };
};
