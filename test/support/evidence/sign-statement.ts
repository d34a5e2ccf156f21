import { signPayload } from '#app/evidence/sign-statement.ts';
import type { Signer } from '#ports/signer.ts';
import { envelopeOf, statementPayloadType, type DsseEnvelope } from '@scangate/domain/evidence/dsse';

/** Signs an in-toto statement as the service does. */
export const signStatement = async (statement: object, signer: Signer): Promise<DsseEnvelope> => {
  const payload = Buffer.from(JSON.stringify(statement));
  return envelopeOf(await signPayload({ payloadType: statementPayloadType, payload }, signer));
};
