import { testIds } from '../world.ts';

export const publicUrl = 'https://scangate.example.com';

/** The parts of links of invitations. */
export const linkPorts = { ids: testIds, publicAddress: { url: async () => publicUrl } };
