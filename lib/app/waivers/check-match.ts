import { fieldProblem, invalidField } from '@scangate/domain/invalid-field';
import type { Problem } from '@scangate/domain/problem';
import type { WaiverMatch } from '@scangate/engines/model/gate/waiver';
import { parsePackagePattern } from '@scangate/engines/waivers/package-pattern';

const tooBroad = (pointer: string, detail: string): Problem =>
  fieldProblem('waiver_too_broad', pointer, { detail });

const checkPackage = (text: string | undefined): void => {
  if (text === undefined || parsePackagePattern(text)) return;
  const pointer = '/match/package';
  if (text.includes('*'))
    throw tooBroad(pointer, 'Only a package name may have *, with at least 3 other characters.');
  throw invalidField(
    pointer,
    'This is not a package URL without qualifiers, such as pkg:npm/lodash.',
    'purl_invalid',
  );
};

const pathPointer = '/match/path';

/** A pattern of wildcards alone covers every file, and one that no path can match covers none. */
const checkPath = (path: string | undefined): void => {
  if (path === undefined) return;
  if (/^[*/?.]*$/.test(path))
    throw tooBroad(pathPointer, 'This pattern covers every file: leave it out, or name a folder.');
  const inner = path.replace(/^\//, '').replace(/\/$/, '').split('/');
  if (path.startsWith('!') || inner.some((part) => ['', '.', '..'].includes(part)))
    throw invalidField(
      pathPointer,
      'A pattern names files from the root of the repository, without ! before it and without empty, . and .. parts.',
      'path_invalid',
    );
};

/**
 * Checks the subject of a waiver. A waiver that covers nothing today is accepted: it is listed as unused.
 * @throws Problem validation_failed or waiver_too_broad
 */
export const checkMatch = (match: WaiverMatch): void => {
  for (const [field, value] of Object.entries(match))
    if (field !== 'package' && field !== 'path' && value?.includes('*'))
      throw tooBroad(`/match/${field}`, `${field} names one thing: * has no meaning in it.`);
  if ('package' in match) checkPackage(match.package);
  if ('path' in match) checkPath(match.path);
};
