import type { AuditorPack } from '../records.ts';

/** The files that a pack only has when its request includes them. */
export const documentFiles = {
  findings: 'findings.jsonl',
  sbom: 'sboms.jsonl',
} as const satisfies Record<AuditorPack['include'][number], string>;
