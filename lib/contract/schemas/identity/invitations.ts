import * as z from 'zod';
import { id, instant, role } from '../resources.ts';

/** An open invitation. It contains nothing with which it could be accepted. */
export const invitation = z.object({
  invitationId: id,
  email: z.string(),
  role,
  invitedBy: z.string().meta({ description: 'Id of the person who invites, or `operator`.' }),
  createdAt: instant,
  expiresAt: instant,
});
