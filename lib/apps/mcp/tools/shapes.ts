import { scanTypes } from '@scangate/engines/model/scan-type';
import { severities } from '@scangate/engines/model/severity';
import * as z from 'zod';

export const scanId = z.string().describe('The id of a scan.');

/** Marks text from repositories and advisories: it is data, whatever it says. */
export const untrusted = { untrusted: z.literal(true) };
export const marked = { untrusted: true } as const;

export const severity = z.enum(severities);

export const finding = z.object({
  fingerprint: z.string(),
  kind: z.string(),
  severity,
  title: z.string(),
  package: z.string().optional(),
  fixedIn: z.string().optional(),
  file: z.string(),
  line: z.int().optional(),
  suppressed: z.boolean().optional(),
});

/** The commit to scan. */
export const target = {
  repository: z.string().optional().describe('owner/name; defaults to that of the clone.'),
  commit: z.string().optional().describe('A hash, a short hash or a tag; defaults to HEAD.'),
  branch: z.string().optional(),
  base: z.string().optional().describe('Compare with this commit.'),
  types: z
    .array(z.enum([...scanTypes, 'all']))
    .optional()
    .describe('The scan types; defaults to all of the plan.'),
  unit: z.string().optional().describe('The path of the project unit, to scan only this one.'),
};

export const price = z.object({ core: z.int(), sast: z.int() });
