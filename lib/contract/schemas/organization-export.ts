import * as z from 'zod';
import { instant } from './resources.ts';

export const organizationExport = z.object({
  exportId: z.string(),
  state: z.enum(['running', 'completed', 'failed']),
  requestedAt: instant,
  completedAt: instant.optional(),
  expiresAt: instant,
});
