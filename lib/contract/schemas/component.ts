import * as z from 'zod';
import { id } from './resources.ts';

const use = z.object({
  version: z.string().optional().meta({ description: 'Absent when the file pins none.' }),
  scope: z.enum(['required', 'optional', 'dev']),
  direct: z.boolean(),
  file: z.string().meta({ description: 'The file that it was read from, relative to the project unit.' }),
  path: z.array(z.string()).meta({
    description: 'The packages from a direct dependency to this one; a long path is shortened in its middle.',
  }),
});

/** A project unit that uses a package. */
export const foundComponent = z
  .object({
    package: z.string().meta({ description: 'The package URL without version.' }),
    repositoryId: id,
    repository: z.string(),
    projectUnitId: id,
    path: z.string().meta({ description: 'The path of the project unit in its repository.' }),
    uses: z.array(use),
    truncated: z.literal(true).optional().meta({ description: 'The unit has more uses than are kept.' }),
  })
  .meta({
    examples: [
      {
        package: 'pkg:npm/minimist',
        repositoryId: '6f1de7a2-5a0e-4f3c-8f1e-0b7c3f7c1a11',
        repository: 'acme/shop',
        projectUnitId: '0a5b7e04-31c4-4d2b-9d4e-6c1f1f6c2b22',
        path: 'web',
        uses: [
          {
            version: '1.2.5',
            scope: 'required',
            direct: false,
            file: 'package-lock.json',
            path: ['mkdirp', 'minimist'],
          },
        ],
      },
    ],
  });
