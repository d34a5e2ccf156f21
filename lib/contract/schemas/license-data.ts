import * as z from 'zod';
import { supportedEcosystems } from '@scangate/engines/model/component';
import { count } from './resources.ts';

const answers = {
  answered: count,
  likely: count.meta({ description: 'Only other versions are known.' }),
  unanswered: count,
};

export const licenseData = z
  .object({
    snapshot: z.string().meta({ description: 'The day of the data.' }),
    id: z.string().meta({ description: 'Digest of the data.' }),
    ...answers,
    ecosystems: z.array(
      z.object({
        ecosystem: z.enum(supportedEcosystems),
        packages: count.meta({ description: 'Packages of the ecosystem that the data knows.' }),
        ...answers,
      }),
    ),
  })
  .meta({ description: 'What the license data said about components whose file states no license.' });
