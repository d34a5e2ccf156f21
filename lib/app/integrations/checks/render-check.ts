import {
  AnnotationChooser,
  type CheckAnnotation,
} from '@scangate/domain/integrations/checks/check-annotations';
import { Problem } from '@scangate/domain/problem';
import type { Repository, Scan } from '@scangate/domain/records';
import { markdownReport } from '@scangate/domain/reports/markdown';
import type { ReportSubject } from '@scangate/domain/reports/report-writer';
import type { BlobReader } from '#ports/blobs.ts';
import type { Store } from '#ports/store.ts';
import { loadPolicy } from '#app/policy/load-policy.ts';
import { completedUnits, loadFindings } from '#app/reports/stored-findings.ts';

export interface RenderPorts {
  store: Pick<Store<'policy'>, 'get'>;
  blobs: BlobReader<'results'>;
}

/** The report and the findings that are shown with the result of a commit. */
export interface RenderedCheck {
  text: string;
  annotations: CheckAnnotation[];
}

/** Loads findings; those of a payload that was purged meanwhile are not shown, but the result is. */
const findingsOf = async (scan: Scan, unit: Scan['units'][number], { blobs }: RenderPorts) => {
  try {
    return await loadFindings(scan, unit, blobs);
  } catch (error) {
    if (error instanceof Problem) return [];
    throw error;
  }
};

/**
 * Renders the Markdown report of an ended scan, and chooses findings for its lines; one unit is in memory at a time.
 */
export const renderCheck = async (
  scan: ReportSubject['scan'],
  { fullName, url }: Pick<Repository, 'fullName' | 'url'>,
  ports: RenderPorts,
): Promise<RenderedCheck> => {
  const policy = await loadPolicy(ports.store, scan);
  const report = markdownReport({ scan, policy, repository: { fullName, url } });
  const chooser = new AnnotationChooser(scan, policy);
  for (const unit of completedUnits(scan)) {
    const findings = await findingsOf(scan, unit, ports);
    Array.from(report.unit(unit, findings));
    chooser.add(unit, findings);
  }
  return { text: [...report.tail()].join(''), annotations: chooser.list() };
};
