import { createContext, useContext } from 'react';
import type { Session } from '../session.ts';
import type { SignedIn } from '../session-context.ts';

/** Who this browser is, as far as it is known. */
export type Boot =
  | { kind: 'loading' }
  | { kind: 'failed'; error: unknown; retry: () => void }
  | { kind: 'signed-out' }
  /** The page belongs to a person, but the browser is signed in as another one by now. */
  | { kind: 'other-person'; session: Session }
  | ({ kind: 'signed-in' } & SignedIn);

export const BootContext = createContext<Boot>({ kind: 'loading' });

export const useBoot = (): Boot => useContext(BootContext);
