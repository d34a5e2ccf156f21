import { kindSpecOf } from '@scangate/domain/integrations/kinds/index';
import type { IntegrationKind } from '@scangate/domain/integrations/kinds/integration-kind';
import { Problem } from '@scangate/domain/problem';
import { ProviderFailure, type Connection, type Providers } from '#ports/integrations/provider.ts';

const sentences = {
  refused: 'refuses the credential',
  gone: 'does not know the channel or project',
  limited: 'takes no more now',
  unavailable: 'cannot be reached',
  invalid: 'does not accept the request',
} as const;

/** Returns whether a failure may pass without a correction. */
const isPassing = ({ details: { reason, cause } }: ProviderFailure): boolean =>
  reason === 'limited' || (reason === 'unavailable' && (cause === 'status' || cause === 'timeout'));

const problemOf = (kind: IntegrationKind, failure: ProviderFailure): Problem => {
  const { reason, detail, cause, status, retryAfterSeconds = 60 } = failure.details;
  const said = `${kindSpecOf(kind)?.label ?? kind} ${sentences[reason]}: ${detail}`;
  if (isPassing(failure)) return new Problem('temporarily_unavailable', { detail: said, retryAfterSeconds });
  return new Problem('integration_refused', {
    detail: said,
    cause,
    ...(status !== undefined && { providerStatus: status }),
  });
};

/**
 * Tries settings and credential with the provider.
 * @returns the destination.
 * @throws Problem integration_refused or temporarily_unavailable
 */
export const tryConnection = async (
  providers: Providers,
  kind: IntegrationKind,
  connection: Connection,
): Promise<string> => {
  const provider = await providers.of(kind);
  try {
    return (await provider.check(connection)).target;
  } catch (error) {
    throw error instanceof ProviderFailure ? problemOf(kind, error) : error;
  }
};
