import { useQueryClient } from '@tanstack/react-query';
import { useSignedIn } from '../session-context.ts';
import { meansOtherSession } from './other-session.ts';

/** Moves the session to another organization of the person. What was read in the old one is forgotten. */
export const useSwitch = (): { run: (organizationId: string) => Promise<void> } => {
  const { session, client, refresh } = useSignedIn();
  const queries = useQueryClient();
  return {
    run: async (organizationId) => {
      if (organizationId === session.organization.organizationId) return;
      try {
        await client.call('switch-organization', { body: { organizationId } });
      } catch (error) {
        if (meansOtherSession(error)) await refresh();
        throw error;
      }
      queries.removeQueries({ queryKey: [session.organization.organizationId] });
      await refresh();
    },
  };
};
