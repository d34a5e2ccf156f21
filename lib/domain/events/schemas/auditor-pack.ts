import * as z from 'zod';
import { count, eventSpec, id, instant, sample, text } from '../event-spec.ts';

export const auditorPackEvents = {
  'auditor_pack.ready': eventSpec({
    text: 'An auditor pack can be downloaded.',
    schema: z.object({
      packId: id,
      from: instant,
      to: instant,
      scans: count,
      bytes: count,
      sha256: id,
      expiresAt: instant,
      link: text,
    }),
    example: {
      packId: sample.scanId,
      from: '2025-01-01T00:00:00.000Z',
      to: '2026-01-01T00:00:00.000Z',
      scans: 1200,
      bytes: 8_400_000,
      sha256: '0f1e2d3c4b5a69788796a5b4c3d2e1f00f1e2d3c4b5a69788796a5b4c3d2e1f0',
      expiresAt: sample.later,
      link: `/v1/auditor-packs/${sample.scanId}`,
    },
  }),
};
