import type { Client } from '@scangate/client';
import { createContext, useContext } from 'react';
import type { Session } from './session.ts';

export interface SignedIn {
  session: Session;
  client: Client;
  /** Reads the session again, after a new sign-in or a change of plan or role. */
  refresh: () => Promise<void>;
}

export const SessionContext = createContext<SignedIn | undefined>(undefined);

/** The session of the open page. @throws outside the pages of an organization. */
export const useSignedIn = (): SignedIn => {
  const signedIn = useContext(SessionContext);
  if (!signedIn) throw new Error('This part stands outside a session.');
  return signedIn;
};

export const useSession = (): Session => useSignedIn().session;

export const useClient = (): Client => useSignedIn().client;
