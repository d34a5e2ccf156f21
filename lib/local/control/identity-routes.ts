import * as z from 'zod';
import { ciProviders } from '@scangate/domain/identity/identity-records';
import type { IdentityService } from '../identity/identity-service.ts';
import type { ControlRoute } from './control-route.ts';

const ciToken = z.strictObject({
  provider: z.enum(ciProviders),
  claims: z.record(z.string().max(200), z.unknown()).default({}),
});

const hostName = /^(?=.{1,253}\.?$)(?:[\w-]{1,63}\.)*[\w-]{1,63}\.?$/;
const textRecords = z.strictObject({
  name: z.string().regex(hostName),
  values: z.array(z.string().max(4_000)).max(50),
});

/** The addresses and clients of the emulators, to configure an organization with. */
const described = ({ emulator, signIn, company }: IdentityService) => ({
  signIn,
  company,
  identityProviders: ['okta', 'entra'].map((path) => {
    const entityId = emulator.identityProviderOf(path);
    return { entityId, signInUrl: `${entityId}/sso`, metadataUrl: `${entityId}/metadata` };
  }),
  ci: ciProviders.map((provider) => `${emulator.origin}/ci/${provider}`),
  dnsServer: emulator.dnsServer,
});

/** Makes tokens of CI services, sets TXT records, and lists the addresses of the emulators for sign-in. */
export const identityRoutes = (identity: IdentityService): ControlRoute[] => [
  ['GET', /^\/_local\/identity$/, () => ({ status: 200, body: described(identity) })],
  [
    'POST',
    /^\/_local\/ci-token$/,
    async ({ body }) => {
      const { provider, claims } = ciToken.parse(await body());
      return { status: 201, body: await identity.emulator.makeCiToken(provider, claims) };
    },
  ],
  [
    'POST',
    /^\/_local\/dns$/,
    async ({ body }) => {
      const { name, values } = textRecords.parse(await body());
      identity.emulator.setTextRecords(name, values);
      return { status: 200, body: { name, values } };
    },
  ],
];
