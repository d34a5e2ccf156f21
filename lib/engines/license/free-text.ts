import { spdxSpelling } from './spdx-id.ts';

/**
 * Common license names that are not SPDX ids, with their likely meaning. A likely meaning can make a component
 * non-compliant, but never compliant.
 */
const table = `
Apache-2.0: apache | apache 2 | apache 2.0 | apache v2 | apache v2.0 | apache2 | apache2.0 | apache software | apache software 2.0 | asl 2.0 | apache public 2.0
Apache-1.1: apache 1.1 | apache software 1.1
MIT: mit x11 | x11 mit | expat | expat mit | mit expat
BSD-3-Clause: bsd | bsd 3 | bsd3 | 3 clause bsd | bsd 3 clause | bsd 3 clause new or revised | bsd 3 clause bsd new or bsd simplified | new bsd | modified bsd | revised bsd | bsd new | new or revised bsd | bsd like | bsd style | eclipse distribution 1.0 | edl 1.0
BSD-2-Clause: bsd 2 | bsd2 | 2 clause bsd | bsd 2 clause | simplified bsd | bsd simplified | bsd 2 clause simplified | freebsd
BSD-4-Clause: original bsd | bsd 4 clause | bsd original
ISC: isc iscl
0BSD: zero clause bsd | bsd zero clause
MPL-1.1: mpl 1.1 | mozilla public 1.1 | mozilla public 1.1 mpl 1.1
MPL-2.0: mpl | mpl2 | mpl 2 | mpl 2.0 | mpl v2 | mpl v2.0 | mozilla public | mozilla public 2.0 | mozilla public 2.0 mpl 2.0 | mozilla public v2.0
EPL-1.0: epl | epl 1.0 | epl v1.0 | eclipse public | eclipse public 1.0 | eclipse public v1.0 | eclipse public 1.0 epl 1.0
EPL-2.0: epl 2.0 | epl v2.0 | eclipse public 2.0 | eclipse public v2.0 | eclipse public v. 2.0 | eclipse public 2.0 epl 2.0
EUPL-1.1: european union public 1.1 eupl 1.1 | eupl 1.1
EUPL-1.2: european union public 1.2 eupl 1.2 | eupl | eupl 1.2 | eupl v1.2 | european union public 1.2
CDDL-1.0: cddl | cddl 1.0 | common development and distribution | common development and distribution 1.0 | common development and distribution cddl v1.0
CDDL-1.1: cddl 1.1 | common development and distribution 1.1
CPL-1.0: cpl | cpl 1.0 | common public 1.0
LGPL-2.0-or-later: gnu library or lesser general public lgpl | gnu library general public
LGPL-2.1-only: lgpl 2.1 | lgpl v2.1 | lgplv2.1 | lgpl2.1 | gnu lesser general public 2.1 | gnu lesser general public v2.1 | gnu lesser general public v2 lgplv2 | lgplv2 | lgpl v2 | lgpl 2
LGPL-2.1-or-later: lgpl | gnu lgpl | lgpl 2.1+ | lgplv2+ | lgplv2.1+ | lgpl v2.1+ | gnu lesser general public | lesser general public | gnu lesser general public v2 or later lgplv2+ | gnu lesser general public v2.1 or later | gnu lesser general public 2.1 or later
LGPL-3.0-only: lgplv3 | lgpl v3 | lgpl 3 | lgpl 3.0 | lgpl v3.0 | gnu lesser general public v3 lgplv3 | gnu lesser general public v3 | gnu lesser general public v3.0 | gnu lesser general public 3 | gnu lesser general public 3.0 | gnu lgpl v3
LGPL-3.0-or-later: lgplv3+ | lgpl v3+ | lgpl 3.0+ | gnu lesser general public v3 or later lgplv3+ | gnu lesser general public v3 or later
GPL-2.0-only: gpl 2 | gpl 2.0 | gpl2 | gplv2 | gpl v2 | gpl v2.0 | gplv2.0 | gnu gpl v2 | gnu gpl 2 | gnu gplv2 | gnu general public v2 | gnu general public v2.0 | gnu general public 2 | gnu general public 2.0 | gnu general public v2 gplv2
GPL-2.0-or-later: gpl | gnu gpl | gnu | gnu general public | gnu general public gpl | general public | gpl 2+ | gpl 2.0+ | gplv2+ | gpl v2+ | gpl2+ | gnu general public v2 or later | gnu general public v2 or later gplv2+ | gpl v2 or later | gnu gpl v2 or later | gpl 2 or later
GPL-3.0-only: gpl 3 | gpl 3.0 | gpl3 | gplv3 | gpl v3 | gpl v3.0 | gplv3.0 | gnu gpl v3 | gnu gpl 3 | gnu gplv3 | gnu general public v3 | gnu general public v3.0 | gnu general public 3 | gnu general public 3.0 | gnu general public v3 gplv3
GPL-3.0-or-later: gpl 3+ | gpl 3.0+ | gplv3+ | gpl v3+ | gpl3+ | gnu general public v3 or later | gnu general public v3 or later gplv3+ | gpl v3 or later | gnu gpl v3 or later | gpl 3 or later
GPL-2.0-only WITH Classpath-exception-2.0: gpl2 w cpe | gpl v2 with classpath exception | gplv2 with classpath exception | gplv2+ce | gnu general public v2 with classpath exception | cddl gplv2+ce | cddl + gplv2 with classpath exception
AGPL-3.0-only: agpl 3 | agpl 3.0 | agpl3 | agplv3 | agpl v3 | agpl v3.0 | gnu agpl v3 | gnu agplv3 | gnu agpl v3.0 | gnu affero general public v3 | gnu affero general public v3.0 | gnu affero general public 3.0 | gnu affero general public v3 agplv3 | affero general public v3
AGPL-3.0-or-later: agpl | gnu agpl | agplv3+ | agpl v3+ | agpl 3.0+ | gnu affero general public | affero general public | gnu affero general public v3 or later | gnu affero general public v3 or later agplv3+
SSPL-1.0: sspl | sspl v1 | sspl 1.0 | sspl 1 | server side public | server side public v1 | server side public 1
BUSL-1.1: busl | busl 1.1 | bsl 1.1 | business source | business source 1.1 | mariadb business source 1.1
Elastic-2.0: elastic | elastic 2.0 | elastic v2 | elv2 | elastic 2
PolyForm-Noncommercial-1.0.0: polyform noncommercial | polyform noncommercial 1.0.0
JSON: json | the json | json org
PSF-2.0: psf | psfl | psf 2.0 | python foundation | python software foundation | python psf
Python-2.0: python
ZPL-2.1: zpl | zpl 2.1 | zope public | zope public 2.1
Zlib: zlib libpng | libpng zlib
BSL-1.0: boost | boost 1.0 | boost software 1.0 | boost software | boost software 1.0 bsl 1.0
Artistic-2.0: artistic 2 | artistic v2
Artistic-1.0: artistic
Artistic-1.0-Perl: perl | perl 5 | same as perl
Ruby: ruby s
PHP-3.01: php | php 3.01
PostgreSQL: postgres
OFL-1.1: ofl | sil ofl 1.1 | sil open font 1.1 | sil open font 1.1 ofl 1.1 | open font
MS-PL: ms pl | microsoft public | microsoft public ms pl
MS-RL: microsoft reciprocal | microsoft reciprocal ms rl
UPL-1.0: upl | universal permissive 1.0 | universal permissive upl 1.0
W3C: w3c software | w3c software notice and
CC0-1.0: cc0 | cc0 1.0 | cc0 1.0 universal | cc0 1.0 universal cc0 1.0 public domain dedication | creative commons zero | creative commons zero v1.0 universal
CC-BY-4.0: cc by 4.0 | cc by | creative commons attribution 4.0 | creative commons attribution 4.0 international
CC-BY-SA-4.0: cc by sa | cc by sa 4.0 | creative commons attribution sharealike 4.0 international
CC-BY-NC-4.0: cc by nc | cc by nc 4.0 | creative commons attribution noncommercial 4.0 international
CC-PDDC: public domain | public domain dedication
Unlicense: unlicense unlicense
WTFPL: wtfpl v2 | do what fuck you want to public
`;

const forms: ReadonlyMap<string, string> = new Map(
  table
    .trim()
    .split('\n')
    .flatMap((line) => {
      const at = line.indexOf(':');
      const id = line.slice(0, at);
      return line
        .slice(at + 1)
        .split('|')
        .map((form) => [form.trim(), id] as const);
    }),
);

/** Words that do not change the meaning of a license name. */
const fillers: ReadonlySet<string> = new Set(['the', 'license', 'licence', 'licenses', 'version']);

/** Normalizes a text for lookup: it removes classifier path, case, punctuation and filler words. */
const plain = (text: string): string =>
  text
    .slice(text.lastIndexOf('::') + 1)
    .toLowerCase()
    .split(/[^a-z0-9.+]+/)
    .filter((word) => word !== '' && !fillers.has(word))
    .join(' ');

const ownersOnly: ReadonlySet<string> = new Set([
  'unlicensed',
  'proprietary',
  'other proprietary',
  'commercial',
  'all rights reserved',
  'private',
  'closed source',
  'confidential',
]);

/** Returns whether a text reserves all rights, like npm's `UNLICENSED`. */
export const saysProprietary = (text: string): boolean => ownersOnly.has(plain(text));

/** Terms that restrict who may use the software or for what, as they occur in license names and `LicenseRef-` ids. */
const restrictedUse =
  /\b(?:commons clause|non ?commercial|business source|source available|rsal(?: ?v?\d)?|confluent community|elastic license|polyform|functional source|server side public|sustainable use|timescale license|prosperity public|big time public|fair core|by nc(?: sa| nd)?)\b/;

/** Returns whether a text names a license whose source is open to read but not free to use for any purpose. */
export const saysSourceAvailable = (text: string): boolean =>
  restrictedUse.test(
    text
      .toLowerCase()
      .split(/[^a-z0-9]+/)
      .join(' '),
  );

/**
 * Returns the SPDX license that a text most likely means (`id` or `id WITH exception`): by the table, or because it
 * is an id with filler words and spaces (`The MIT License`).
 */
export const guessLicense = (text: string): string | undefined => {
  const words = plain(text);
  return forms.get(words) ?? spdxSpelling(words.replaceAll(' ', '-'));
};
