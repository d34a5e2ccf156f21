import { SSMClient } from '@aws-sdk/client-ssm';
import * as z from 'zod';
import { readParameter } from '#adapters/ssm/read-parameter.ts';
import type { PublicAddress } from '#ports/mail/public-address.ts';
import { elapsedMs } from '../clock.ts';
import { optionalEnv } from '../env.ts';

/** The part of the parameter that is needed for a link. */
const signIn = z.object({ publicUrl: z.url({ protocol: /^https?$/ }) });

const rememberedMs = 300_000;

const readUrl = async (): Promise<string | undefined> => {
  const name = optionalEnv('SIGN_IN_PARAMETER');
  const text = name && (await readParameter(new SSMClient(), name));
  return text ? signIn.parse(JSON.parse(text)).publicUrl : undefined;
};

/** The address hardly ever changes, so a process reads it every five minutes. */
export const wirePublicAddress = (): PublicAddress => {
  let known: { url: string | undefined; until: number } | undefined;
  return {
    url: async () => {
      if (!known || known.until < elapsedMs())
        known = { url: await readUrl(), until: elapsedMs() + rememberedMs };
      return known.url;
    },
  };
};
