import type { Signer, VerificationKeys } from '#ports/signer.ts';
import { world } from '#test/support/api/endpoint-world.ts';

// A handler keeps its ports, and each test has another signer.
export const wireSigner = (): Signer => ({ sign: (bytes) => world.signer.sign(bytes) });
export const wireVerificationKeys = (): VerificationKeys => ({ keys: () => world.signer.keys() });
