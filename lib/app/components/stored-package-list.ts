import { DamagedDocument, storedJson } from '#app/stored-json.ts';
import { packageListOf, type PackageList } from '@scangate/domain/advisory-watch/component-index';
import { resultObjectName } from '@scangate/engines/model/results';
import { packageUses } from '@scangate/engines/purl/package-uses';
import { decodeAssessment } from '@scangate/engines/stored-assessment';
import type { BlobReader } from '#ports/blobs.ts';
import { decodeUtf8 } from '../decode-utf8.ts';

const suffix = '.json';

/** Returns the name of the list of a unit's packages as of a scan. */
export const packageListName = (projectUnitId: string, scanId: string): string =>
  `${projectUnitId}/${scanId}${suffix}`;

/** Reads an assessment; one that is damaged is as good as lost. */
const readableAssessment = (text: string): ReturnType<typeof decodeAssessment> | undefined => {
  try {
    return decodeAssessment(text);
  } catch {
    return undefined;
  }
};

/** Reads a list; one that is damaged is as good as lost. */
const readableList = (content: Uint8Array): PackageList | undefined => {
  try {
    return storedJson<PackageList>(content);
  } catch (error) {
    if (error instanceof DamagedDocument) return undefined;
    throw error;
  }
};

/** Returns the packages as found by the scan from which the list was made. The index entries of each are not known. */
const packagesOfScan = async (
  organizationId: string,
  listName: string,
  blobs: BlobReader<'results'>,
): Promise<PackageList | undefined> => {
  const [projectUnitId = '', file = ''] = listName.split('/');
  const name = resultObjectName(file.slice(0, -suffix.length), projectUnitId, 'assessment');
  const content = await blobs.get({ area: 'results', organizationId, name });
  const assessed = content && readableAssessment(decodeUtf8(content));
  if (!assessed) return undefined;
  const names = Object.keys(packageListOf(packageUses(assessed.inventory)));
  return Object.fromEntries(names.map((each) => [each, '']));
};

/**
 * Reads a list of packages that a unit names. A restored table may name a list that was superseded since and is
 * gone, and a list may be damaged: then the packages are those of its scan, so that their index entries can be removed.
 * @returns undefined for a list that is lost or damaged together with its scan.
 */
export const storedPackageList = async (
  organizationId: string,
  name: string,
  blobs: BlobReader<'index'> & BlobReader<'results'>,
): Promise<PackageList | undefined> => {
  const content = await blobs.get({ area: 'index', organizationId, name });
  const list = content && readableList(content);
  return list ?? packagesOfScan(organizationId, name, blobs);
};
