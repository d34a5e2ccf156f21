import { spdxSpelling } from './spdx-id.ts';

/** URLs of license texts at their stewards, without scheme, `www.` and file extension. */
const table = `
apache.org/licenses/license-2.0: Apache-2.0
apache.org/licenses/license-1.1: Apache-1.1
apache.org/licenses/license: Apache-2.0
boost.org/license_1_0: BSL-1.0
bouncycastle.org/licence: MIT
bouncycastle.org/license: MIT
creativecommons.org/publicdomain/zero/1.0: CC0-1.0
creativecommons.org/publicdomain/zero/1.0/legalcode: CC0-1.0
eclipse.org/legal/epl-2.0: EPL-2.0
eclipse.org/legal/epl-v20: EPL-2.0
eclipse.org/legal/epl-v10: EPL-1.0
eclipse.org/org/documents/epl-2.0/epl-2.0: EPL-2.0
eclipse.org/org/documents/epl-v10: EPL-1.0
eclipse.org/org/documents/edl-v10: BSD-3-Clause
elastic.co/licensing/elastic-license: Elastic-2.0
glassfish.dev.java.net/public/cddl+gpl_1_1: CDDL-1.1 OR GPL-2.0-only WITH Classpath-exception-2.0
gnu.org/software/classpath/license: GPL-2.0-only WITH Classpath-exception-2.0
h2database.com/html/license: MPL-2.0 OR EPL-1.0
jquery.org/license: MIT
json.org/license: JSON
mariadb.com/bsl11: BUSL-1.1
mongodb.com/licensing/server-side-public-license: SSPL-1.0
mozilla.org/mpl/2.0: MPL-2.0
mozilla.org/en-us/mpl/2.0: MPL-2.0
mozilla.org/mpl/mpl-1.1: MPL-1.1
openjdk.org/legal/gplv2+ce: GPL-2.0-only WITH Classpath-exception-2.0
opensource.org/license/apache-2-0: Apache-2.0
opensource.org/license/bsd-2-clause: BSD-2-Clause
opensource.org/license/bsd-3-clause: BSD-3-Clause
opensource.org/licenses/bsd-license: BSD-2-Clause
opensource.org/licenses/mit-license: MIT
opensource.org/licenses/apache2.0: Apache-2.0
polyformproject.org/licenses/noncommercial/1.0.0: PolyForm-Noncommercial-1.0.0
polyformproject.org/licenses/small-business/1.0.0: PolyForm-Small-Business-1.0.0
unlicense.org: Unlicense
wtfpl.net: WTFPL
wtfpl.net/txt/copying: WTFPL
`;

const stewards: ReadonlyMap<string, string> = new Map(
  table
    .trim()
    .split('\n')
    .map((line) => {
      const at = line.lastIndexOf(': ');
      return [line.slice(0, at), line.slice(at + 2)] as const;
    }),
);

/** Sites whose URLs end with an SPDX id. */
const listings = [
  'choosealicense.com/licenses/',
  'licenses.nuget.org/',
  'opensource.org/license/',
  'opensource.org/licenses/',
  'spdx.org/licenses/',
];

const longestAddress = 300;

const extension = /\.(?:txt|html?|php|json|md)$/;

/** Reads `by-nc/4.0` as `CC-BY-NC-4.0`. */
const creativeCommons = (path: string): string | undefined => {
  const [, terms, version] =
    /^creativecommons\.org\/licenses\/([a-z-]{2,8})\/(\d\.\d)(?:\/|$)/.exec(path) ?? [];
  return terms === undefined ? undefined : spdxSpelling(`CC-${terms}-${version}`);
};

/** Reads `gnu.org/licenses/old-licenses/lgpl-2.1-standalone` as `LGPL-2.1-only`. */
const gnu = (path: string): string | undefined => {
  const [, family, version] =
    /^gnu\.org\/(?:licenses|copyleft)\/(?:old-licenses\/)?([al]?gpl)-(\d(?:\.\d)?)(?:-standalone)?$/.exec(
      path,
    ) ?? [];
  if (family === undefined || version === undefined) return undefined;
  return spdxSpelling(`${family}-${version.includes('.') ? version : `${version}.0`}-only`);
};

/**
 * Returns the SPDX expression of a license that is stated by the URL of its text, or undefined for any other text. A
 * URL of the steward identifies its license as definitely as an id does.
 */
export const licenseOfAddress = (text: string): string | undefined => {
  if (text.length > longestAddress || !/^https?:\/\/\S+$/i.test(text)) return undefined;
  const url = URL.parse(text);
  if (!url) return undefined;
  let path: string;
  try {
    path = decodeURIComponent(`${url.hostname.replace(/^www\./, '')}${url.pathname}`).toLowerCase();
  } catch {
    return undefined;
  }
  while (path.endsWith('/')) path = path.slice(0, -1);
  path = path.replace(extension, '');
  const listing = listings.find((each) => path.startsWith(each));
  const listed = listing === undefined ? undefined : spdxSpelling(path.slice(listing.length));
  return stewards.get(path) ?? listed ?? creativeCommons(path) ?? gnu(path);
};
