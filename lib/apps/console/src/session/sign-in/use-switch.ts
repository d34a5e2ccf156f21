import { useQueryClient } from '@tanstack/react-query';
import { useSignedIn } from '../session-context.ts';

/** Moves the session to another organization of the person. What was read in the old one is forgotten. */
export const useSwitch = (): { run: (organizationId: string) => Promise<void> } => {
  const { session, client, refresh } = useSignedIn();
  const queries = useQueryClient();
  return {
    run: async (organizationId) => {
      if (organizationId === session.organization.organizationId) return;
      await client.call('switch-organization', { body: { organizationId } });
      queries.removeQueries({ queryKey: [session.organization.organizationId] });
      await refresh();
    },
  };
};
