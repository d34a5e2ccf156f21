import { GetPublicKeyCommand, KMSClient } from '@aws-sdk/client-kms';
import { createPublicKey } from 'node:crypto';
import { StartFailure } from '@scangate/emulator-host/start-failure';
import type { CloudContext } from '../start.ts';

/** Returns the public key of the ledger as PEM, for verifying seals and proofs of erasure offline. */
export const ledgerKey = async ({ plan, environment }: CloudContext): Promise<string> => {
  const keyId = plan.functions.find((fn) => 'LEDGER_KEY_ID' in fn.environment)?.environment['LEDGER_KEY_ID'];
  if (keyId === undefined) throw new StartFailure('No function of the template has the key of the ledger.');
  const client = new KMSClient({
    endpoint: environment['AWS_ENDPOINT_URL_KMS'] ?? '',
    region: environment['AWS_REGION'] ?? '',
    credentials: {
      accessKeyId: environment['AWS_ACCESS_KEY_ID'] ?? '',
      secretAccessKey: environment['AWS_SECRET_ACCESS_KEY'] ?? '',
    },
  });
  try {
    const { PublicKey } = await client.send(new GetPublicKeyCommand({ KeyId: keyId }));
    const key = createPublicKey({ key: Buffer.from(PublicKey ?? []), format: 'der', type: 'spki' });
    return key.export({ type: 'spki', format: 'pem' }).toString();
  } finally {
    client.destroy();
  }
};
