import { world } from '#test/support/api/endpoint-world.ts';

export const wireSigner = () => world.signer;
export const wireVerificationKeys = () => world.signer;
