import { SSMClient } from '@aws-sdk/client-ssm';
import * as z from 'zod';
import { readParameter } from '#adapters/ssm/read-parameter.ts';
import type { PublicAddress } from '#ports/mail/public-address.ts';
import { optionalEnv } from '../env.ts';

/** The part of the parameter that a link needs. */
const signIn = z.object({ publicUrl: z.url({ protocol: /^https?$/ }) });

export const wirePublicAddress = (): PublicAddress => ({
  url: async () => {
    const name = optionalEnv('SIGN_IN_PARAMETER');
    const text = name && (await readParameter(new SSMClient(), name));
    return text ? signIn.parse(JSON.parse(text)).publicUrl : undefined;
  },
});
