import { testIds } from '../world.ts';

export const publicUrl = 'https://scangate.example.com';

/** What the links of invitations are made of. */
export const linkPorts = { ids: testIds, publicAddress: { url: async () => publicUrl } };
