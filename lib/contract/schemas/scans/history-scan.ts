import * as z from 'zod';
import { historyScanStatuses } from '@scangate/domain/history-scans/history-scan-records';
import { errorCodes } from '@scangate/engines/model/failure';
import { count, id, instant } from '../resources.ts';

const credits = z.object({ core: count, sast: count });

const example = {
  historyScanId: '0197c0de-0000-7000-8000-000000000009',
  repositoryId: '0192c9a0-6c00-7000-8000-000000000002',
  status: 'completed' as const,
  requestedAt: '2026-03-01T12:00:00.000Z',
  quote: {
    commits: 4200,
    files: 31_500,
    credits: { core: 4, sast: 0 },
    quotedAt: '2026-03-01T12:01:00.000Z',
    validUntil: '2026-03-01T18:01:00.000Z',
  },
  startedAt: '2026-03-01T12:05:00.000Z',
  progress: { parts: 4, done: 4 },
  finishedAt: '2026-03-01T12:09:00.000Z',
  secrets: { total: 3, goneFromHead: 2 },
  refunded: { core: 0, sast: 0 },
  unread: [],
  gaps: [],
};

export const historyScan = z
  .object({
    historyScanId: id,
    repositoryId: id,
    status: z.enum(historyScanStatuses).meta({
      description:
        'quoting, quoted, and once the quote is accepted running, completed or failed; or cancelled.',
    }),
    requestedAt: instant,
    quote: z
      .object({
        commits: count.meta({ description: 'Of all branches and tags.' }),
        files: count.meta({ description: 'Versions of files, each content once.' }),
        credits: credits.meta({ description: 'One core credit for each 10,000 files.' }),
        quotedAt: instant,
        validUntil: instant.meta({ description: 'Until when the quote can be accepted.' }),
      })
      .optional()
      .meta({ description: 'Once the history is counted.' }),
    startedAt: instant.optional(),
    progress: z
      .object({
        parts: count.meta({ description: 'Parts of 10,000 files.' }),
        done: count.meta({ description: 'At least, while it is running.' }),
      })
      .optional(),
    cancelledAt: instant.optional().meta({ description: 'When it was canceled.' }),
    finishedAt: instant.optional(),
    secrets: z
      .object({
        total: count.meta({ description: 'Different secrets; GET /v1/findings lists them.' }),
        goneFromHead: count.meta({
          description: 'Those that the default branch does not have any more, but its history still has.',
        }),
      })
      .optional(),
    refunded: credits.optional().meta({ description: 'For parts that nobody could look at.' }),
    unread: z
      .array(z.string())
      .meta({ description: 'What was not looked at, as text; empty when everything was looked at.' }),
    gaps: z
      .array(
        z.object({
          reason: z.string(),
          count: count.meta({ description: 'Exact; 1 for a reason that counts nothing.' }),
          examples: z.array(z.string()).meta({ description: 'The paths of the first files.' }),
        }),
      )
      .meta({ description: 'What was not looked at, by reason.' }),
    errorCode: z.enum(errorCodes).optional(),
    error: z.string().optional(),
  })
  .meta({ examples: [example] });

export const startHistoryRequest = z
  .strictObject({ historyScanId: id.meta({ description: 'The quote that is accepted.' }) })
  .meta({ examples: [{ historyScanId: example.historyScanId }] });
