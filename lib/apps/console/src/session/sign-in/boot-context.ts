import { createContext, useContext } from 'react';
import type { SignedIn } from '../session-context.ts';

/** Who this browser is, as far as it is known. */
export type Boot =
  | { kind: 'loading' }
  | { kind: 'failed'; error: unknown; retry: () => void }
  | { kind: 'signed-out' }
  | ({ kind: 'signed-in' } & SignedIn);

export const BootContext = createContext<Boot>({ kind: 'loading' });

export const useBoot = (): Boot => useContext(BootContext);
