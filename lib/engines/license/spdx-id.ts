import currentIds from 'spdx-license-ids/index.json' with { type: 'json' };
import deprecatedIds from 'spdx-license-ids/deprecated.json' with { type: 'json' };

const spelling: ReadonlyMap<string, string> = new Map(
  [...currentIds, ...deprecatedIds].map((id) => [id.toLowerCase(), id]),
);

/** Returns an id in SPDX's spelling, compared without case, or undefined for an unknown id. */
export const spdxSpelling = (id: string): string | undefined => spelling.get(id.toLowerCase());

/** Deprecated ids and their replacements. */
const successors: Record<string, string> = {
  'BSD-2-Clause-FreeBSD': 'BSD-2-Clause-Views',
  'BSD-2-Clause-NetBSD': 'BSD-2-Clause',
  'bzip2-1.0.5': 'bzip2-1.0.6',
  'eCos-2.0': 'GPL-2.0-or-later WITH eCos-exception-2.0',
  'GPL-2.0-with-autoconf-exception': 'GPL-2.0-only WITH Autoconf-exception-2.0',
  'GPL-2.0-with-bison-exception': 'GPL-2.0-only WITH Bison-exception-2.2',
  'GPL-2.0-with-classpath-exception': 'GPL-2.0-only WITH Classpath-exception-2.0',
  'GPL-2.0-with-font-exception': 'GPL-2.0-only WITH Font-exception-2.0',
  'GPL-2.0-with-GCC-exception': 'GPL-2.0-only WITH GCC-exception-2.0',
  'GPL-3.0-with-autoconf-exception': 'GPL-3.0-only WITH Autoconf-exception-3.0',
  'GPL-3.0-with-GCC-exception': 'GPL-3.0-only WITH GCC-exception-3.1',
  'StandardML-NJ': 'SMLNJ',
  wxWindows: 'LGPL-2.0-or-later WITH WxWindows-exception-3.1',
};

/** Families whose bare version number used to mean "only". */
const gnuVersion = /^(?:A|L)?GPL-\d\.\d$|^GFDL-\d\.\d$/;
const gnuOnly = /^((?:A|L)?GPL-\d\.\d|GFDL-\d\.\d)-only$/;

export interface LicenseId {
  id: string;
  exception?: string;
}

/**
 * Returns the current id of a license: `GPL-2.0+` is `GPL-2.0-or-later`. In other families a `+` is dropped,
 * because the right to use a later version includes this one.
 */
export const canonicalId = (license: string, plus: boolean, exception?: string): LicenseId => {
  const known = spdxSpelling(license) ?? license;
  const successor = Object.hasOwn(successors, known) ? successors[known] : undefined;
  if (successor) {
    const [id = known, ofSuccessor = exception] = successor.split(' WITH ');
    return { id, ...(ofSuccessor !== undefined && { exception: ofSuccessor }) };
  }
  const only = gnuVersion.test(known) ? `${known}-only` : known;
  const id = plus ? only.replace(gnuOnly, '$1-or-later') : only;
  return { id, ...(exception !== undefined && { exception }) };
};

export const formatLicenseId = ({ id, exception }: LicenseId): string =>
  exception === undefined ? id : `${id} WITH ${exception}`;
