import { reportFileName, type ReportName, type SbomName } from '@scangate/domain/reports/report-names';
import type { Scan } from '@scangate/domain/records';
import type { Store } from '#ports/store.ts';

/** Loads the names from which the file name of a document about a scan is made. */
export const loadFileName = async (
  { organizationId, repositoryId, commitHash }: Scan,
  name: ReportName | SbomName,
  { store }: { store: Pick<Store<'repository'>, 'get'> },
): Promise<string> => {
  const repository = await store.get('repository', { organizationId, repositoryId });
  return reportFileName(name, { fullName: repository?.fullName ?? '', commitHash });
};
