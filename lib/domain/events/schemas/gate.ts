import * as z from 'zod';
import { thresholds } from '@scangate/engines/model/severity';
import { eventSpec, id, sample, text } from '../event-spec.ts';

export const gateEvents = {
  'gate.changed': eventSpec({
    text: 'The gate policy changed. Verdicts from then on follow the new one.',
    schema: z.object({
      policyDigest: id,
      previousPolicyDigest: id,
      severityThreshold: z.enum(thresholds),
      changed: z.array(text).max(50).meta({ description: 'The names of the settings that changed.' }),
      personId: id.optional().meta({ description: 'The person who changed it.' }),
      link: text,
    }),
    example: {
      policyDigest: 'sha256:5b6c7d8e9f00112233445566778899aabbccddeeff00112233445566778899aa',
      previousPolicyDigest: 'sha256:0f1e2d3c4b5a69788796a5b4c3d2e1f00f1e2d3c4b5a69788796a5b4c3d2e1f0',
      severityThreshold: 'high',
      changed: ['apiGateSeverityThreshold'],
      personId: sample.personId,
      link: '/v1/organization/gate',
    },
  }),
};
