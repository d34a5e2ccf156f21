import { world } from '../endpoint-world.ts';

export const wireSigner = () => world.signer;
export const wireVerificationKeys = () => world.signer;
