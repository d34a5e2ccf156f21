import { derivedId } from '@scangate/engines/model/digest';
import { tool } from '@scangate/engines/model/tool';
import { oneLine } from '../reports/safe-text.ts';
import { vexWriter } from '../reports/vex.ts';
import type { Release } from '../records.ts';

type VexSubject = Pick<Release, 'organizationId' | 'bundleId' | 'releaseVersion' | 'releasedAt'> & {
  name: string;
};

/** Writes the VEX document of a release, unit by unit. */
export const releaseVex = ({ organizationId, bundleId, releaseVersion, releasedAt, name }: VexSubject) =>
  vexWriter({
    id: derivedId('vex', organizationId, bundleId, releaseVersion),
    metadata: {
      timestamp: releasedAt,
      tools: { components: [{ type: 'application', name: tool.name, version: tool.version }] },
      component: {
        type: 'application',
        'bom-ref': `scangate:bundle:${bundleId}`,
        name: oneLine(name),
        version: oneLine(releaseVersion),
      },
    },
  });
