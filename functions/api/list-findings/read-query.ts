import type * as z from 'zod';
import { valuesOf } from '#contract/value-list.ts';
import { findingFacets, findingKinds } from '@scangate/domain/reports/listing/select-findings';
import { severities } from '@scangate/engines/model/severity';
import type { endpoint } from './endpoint.ts';

/** Reads how a list of findings is filtered, sorted and counted. */
export const readQuery = ({ facets, sort, ...given }: z.infer<typeof endpoint.query>) => ({
  filter: {
    kind: valuesOf(given.kind, findingKinds),
    severity: valuesOf(given.severity, severities),
    suppressed: given.suppressed === undefined ? undefined : [given.suppressed],
    projectUnitId: given.projectUnitId === undefined ? undefined : [given.projectUnitId.toLowerCase()],
    q: given.q,
  },
  sort,
  facets: valuesOf(facets, findingFacets) ?? [],
});
