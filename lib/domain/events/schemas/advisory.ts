import * as z from 'zod';
import { count, eventSpec, id, repository, restOfList, sample, text } from '../event-spec.ts';

const unitPath = text.meta({ description: 'The path of the project unit; empty for the root.' });

export const advisoryEvents = {
  'advisory.matched': eventSpec({
    text: 'Published advisories affect packages of a default branch.',
    schema: z.object({
      repository,
      projectUnitId: id,
      unitPath,
      advisorySnapshot: id,
      total: count,
      packages: z
        .array(
          z.object({
            package: text.meta({ description: 'The package URL without version.' }),
            versions: z.array(text).max(5),
            advisories: z.array(text).max(5),
          }),
        )
        .max(50),
      ...restOfList,
    }),
    example: {
      repository: sample.repository,
      projectUnitId: sample.projectUnitId,
      unitPath: '',
      advisorySnapshot: 'sha256:0f1e2d3c4b5a69788796a5b4c3d2e1f00f1e2d3c4b5a69788796a5b4c3d2e1f0',
      total: 1,
      packages: [{ package: 'pkg:npm/minimist', versions: ['1.2.5'], advisories: ['GHSA-xvch-5gv4-984h'] }],
      more: 0,
    },
  }),
};
