import * as z from 'zod';
import { toleratedBy, trackedKinds, trackedStates } from '@scangate/domain/tracking/tracking-records';
import { maxNotes } from '@scangate/domain/tracking/triage';
import { count, id, instant, severity } from './resources.ts';

export const fingerprint = z
  .string()
  .regex(/^[0-9a-f]{32}$/i, 'A fingerprint has 32 hexadecimal characters.');
/** Multi-line text without other control characters. */
export const findingNotes = z
  .string()
  .max(maxNotes)
  .regex(
    // oxlint-disable-next-line no-control-regex -- control characters are what it refuses
    /^[^\0-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\p{Cs}]{0,4000}$/u,
    'Notes have no control characters but tabs and ends of lines.',
  );
export const trackedKind = z.enum(trackedKinds);
export const trackedState = z.enum(trackedStates);

const sighting = z.object({ scanId: id, commitHash: z.string(), at: instant });

/** A tracked finding in the list. */
export const trackedFinding = z.object({
  fingerprint: z.string(),
  repositoryId: id,
  fullName: z.string().optional().meta({ description: 'The repository, in a list with `view=gate`.' }),
  projectUnitId: id,
  unitPath: z.string(),
  kind: trackedKind,
  severity,
  title: z.string(),
  rule: z.string().meta({ description: 'The advisory, the rule or the license.' }),
  file: z.string().meta({ description: 'The file within its project unit.' }),
  history: z
    .object({
      commitHash: z.string().meta({ description: 'The commit that brought it.' }),
      goneFromHead: z.boolean().optional().meta({
        description:
          'The default branch does not have it any more, but its history still has; absent where that is not known.',
      }),
    })
    .optional()
    .meta({
      description: 'Of a secret that a history scan found; projectUnitId is then that of the repository.',
    }),
  packageName: z.string().optional(),
  packageVersion: z.string().optional(),
  fixable: z.boolean().meta({ description: 'A version that fixes it is known.' }),
  knownExploited: z.boolean(),
  occurrences: z.int().meta({ description: 'The places in the unit that share the fingerprint.' }),
  state: trackedState.meta({
    description: 'waived: it is there, but a waiver, a suppression or the policy tolerates it.',
  }),
  firstSeen: sighting,
  lastSeen: sighting.optional().meta({
    description:
      'In the list only of findings that are fixed or unconfirmed: others are in the newest followed commit.',
  }),
  fixed: sighting.optional().meta({ description: 'The first followed commit without it.' }),
  tolerated: z
    .object({
      by: z.enum(toleratedBy),
      reason: z.string(),
      waiverId: id.optional(),
      expiresAt: instant.optional(),
    })
    .optional(),
  unconfirmed: z.boolean().meta({
    description:
      'It was not found again, but its unit was not assessed completely: it is not known to be fixed.',
  }),
  assignee: id.nullable(),
  ticket: z.string().nullable(),
});

/** A tracked finding as the API returns it. */
export const trackedFindingExample = {
  fingerprint: '6d1e1a312508653528e9a9a26d1c135b',
  repositoryId: '0192c9a0-6c00-7000-8000-000000000002',
  projectUnitId: '0192c9a0-6c00-8000-8000-000000000003',
  unitPath: '',
  kind: 'vulnerability',
  severity: 'critical',
  title: 'minimist lets command-line arguments write to Object.prototype',
  rule: 'GHSA-xvch-5gv4-984h',
  file: 'package-lock.json',
  packageName: 'minimist',
  packageVersion: '1.2.5',
  fixable: true,
  knownExploited: false,
  occurrences: 1,
  state: 'open',
  firstSeen: {
    scanId: '0192c9a0-6c00-7000-8000-000000000004',
    commitHash: '07f983dc5443e30e4745f718715c62279ebb491d',
    at: '2026-03-01T12:00:00.000Z',
  },
  unconfirmed: false,
  assignee: null,
  ticket: null,
};

/** A single tracked finding. */
export const trackedFindingDetail = trackedFinding
  .extend({ lastSeen: sighting, notes: z.string().nullable() })
  .meta({
    examples: [
      {
        ...trackedFindingExample,
        lastSeen: { ...trackedFindingExample.firstSeen, at: '2026-03-10T12:00:00.000Z' },
        notes: 'The upgrade is planned for the next release.',
      },
    ],
  });

/** The trends of one day. */
export const trendDay = z.object({
  day: z.string().meta({ description: 'A day in UTC, 2026-03-01.' }),
  open: z
    .object({ critical: count, high: count, medium: count, low: count, unknown: count, total: count })
    .meta({ description: 'The open findings at the end of the day.' }),
  waived: count,
  opened: count.meta({ description: 'Findings that were opened or came back on this day.' }),
  fixed: count,
  verdicts: z
    .object({
      pass: count.meta({ description: 'Followed scans with PASS.' }),
      fail: count.meta({ description: 'Followed scans with FAIL.' }),
      error: count.meta({ description: 'Scans that failed.' }),
    })
    .meta({ description: 'The scans of default branches by verdict.' }),
  meanDaysToFix: z
    .number()
    .optional()
    .meta({ description: 'From opening to fixing, over the findings that were fixed on this day.' }),
});
