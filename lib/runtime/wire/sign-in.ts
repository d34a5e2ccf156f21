import { SSMClient } from '@aws-sdk/client-ssm';
import * as z from 'zod';
import { readAllowedIssuers } from '@scangate/domain/identity/ci-trust/allowed-issuers';
import type { SignUpSetting } from '@scangate/domain/identity/sessions/sign-up';
import { boundedCache } from '#adapters/oidc/bounded-cache.ts';
import { oidcSignIn } from '#adapters/oidc/sign-in-provider.ts';
import { readParameter } from '#adapters/ssm/read-parameter.ts';
import type { SignInProvider } from '#ports/identity/sign-in.ts';
import { optionalEnv } from '../env.ts';
import { wireOutbound } from './hosts/outbound.ts';

/** The deployment's stored settings of its issuer. */
const deployment = z.object({
  issuer: z.url({ protocol: /^https?$/ }),
  clientId: z.string().min(1),
  publicUrl: z.url({ protocol: /^https?$/ }),
  people: z.array(z.object({ label: z.string().min(1), email: z.email() })).optional(),
});

/** A function may live for days; after this time, it picks up a changed issuer or a rotated secret. */
const rereadMs = 5 * 60_000;

const readDeployment = async () => {
  const client = new SSMClient();
  const [name, secretName] = [optionalEnv('SIGN_IN_PARAMETER'), optionalEnv('OIDC_SECRET_PARAMETER')];
  const text = name && (await readParameter(client, name));
  if (!text) return undefined;
  const secret = secretName && (await readParameter(client, secretName));
  return { ...deployment.parse(JSON.parse(text)), secret: secret || undefined };
};

const signUpSetting = (): SignUpSetting => {
  const setting = optionalEnv('SIGN_UP') ?? 'off';
  if (setting === 'open' || setting === 'off') return { signUp: setting };
  const domains = (optionalEnv('SIGN_UP_DOMAINS') ?? '')
    .split(',')
    .map((domain) => domain.trim().toLowerCase());
  return { signUp: 'domains', domains: domains.filter((domain) => domain !== '') };
};

export const wireSignIn = (): SignInProvider => {
  const read = boundedCache<Awaited<ReturnType<typeof readDeployment>>>({
    ms: rereadMs,
    entries: 1,
    now: () => performance.now(),
  });
  return oidcSignIn({
    readDeployment: () => read('deployment', readDeployment),
    signUp: signUpSetting(),
    fetch: wireOutbound({ issuer: readAllowedIssuers(optionalEnv('ALLOWED_ISSUERS')) }).fetch('issuer'),
    now: () => performance.now(),
  });
};
