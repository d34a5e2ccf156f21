import { Key, KeySpec, KeyUsage, type IKey } from 'aws-cdk-lib/aws-kms';
import { RemovalPolicy } from 'aws-cdk-lib/core';
import type { Construct } from 'constructs';
import * as z from 'zod';
import type { Settings } from '../settings.ts';

const revoked = ':revoked';
const namesOf = (value: string): string[] => value.split(',').map((one) => one.replace(revoked, ''));

/** The names of the keys that sign verdicts (docs/adr/0088-signing-keys.md). */
export const signingKeysSetting = z
  .string()
  .regex(
    /^[a-z0-9][a-z0-9-]{0,30}(?::revoked)?(?:,[a-z0-9][a-z0-9-]{0,30}(?::revoked)?)*$/,
    'comma-separated names in lower case, each of which may end with :revoked',
  )
  .refine((value) => new Set(namesOf(value)).size === namesOf(value).length, 'each name once')
  .refine((value) => !value.endsWith(revoked), 'the last key signs, so it cannot be revoked')
  .default('1')
  .meta({
    description:
      'Comma-separated names of the keys that sign verdicts, the newest last: it signs, and the others verify. With `:revoked` behind its name a key is marked in the public key set, and what it signed is signed again when read. Each name makes a KMS key, which is kept when the name goes.',
  });

export interface SigningKey {
  key: IKey;
  state: 'signing' | 'verifying' | 'revoked';
}

const stateOf = (name: string, isNewest: boolean): SigningKey['state'] => {
  if (isNewest) return 'signing';
  return name.endsWith(revoked) ? 'revoked' : 'verifying';
};

/** Makes the keys of the setting, the newest first. A key outlives its name, so that nothing signed is lost by a slip. */
export const createSigningKeys = (
  scope: Construct,
  { signingKeys, deploymentName }: Settings,
): readonly [SigningKey, ...SigningKey[]] => {
  const keys = signingKeys.split(',').map((given, index, all): SigningKey => {
    const [name = ''] = given.split(':');
    return {
      state: stateOf(given, index === all.length - 1),
      key: new Key(scope, `SigningKey-${name}`, {
        alias: `${deploymentName}/verdicts-${name}`,
        description: 'Signs verdicts.',
        keySpec: KeySpec.ECC_NIST_P256,
        keyUsage: KeyUsage.SIGN_VERIFY,
        removalPolicy: RemovalPolicy.RETAIN,
      }),
    };
  });
  return keys.toReversed() as [SigningKey, ...SigningKey[]];
};
